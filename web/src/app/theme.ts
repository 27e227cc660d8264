// Light or dark: as the system says, until somebody chooses.
import { signal } from "@preact/signals";

type Theme = "system" | "light" | "dark";

const NAME = "tilewright.theme";
const NEXT: Record<Theme, Theme> = { system: "dark", dark: "light", light: "system" };

function stored(): Theme {
  try {
    const found = localStorage.getItem(NAME);
    return found === "light" || found === "dark" ? found : "system";
  } catch {
    return "system";
  }
}

export const theme = signal<Theme>(stored());

function apply(): void {
  const root = document.documentElement;
  if (theme.value === "system") delete root.dataset.theme;
  else root.dataset.theme = theme.value;
}

export function nextTheme(): void {
  theme.value = NEXT[theme.value];
  try {
    localStorage.setItem(NAME, theme.value);
  } catch {
    // then it is forgotten
  }
  apply();
}

apply();

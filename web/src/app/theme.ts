// Light or dark: as the system says, until somebody chooses.
import { signal } from "@preact/signals";
import { recall, remember } from "../store/memory";

type Theme = "system" | "light" | "dark";

const NAME = "tilewright.theme";
const NEXT: Record<Theme, Theme> = { system: "dark", dark: "light", light: "system" };

function stored(): Theme {
  const found = recall(NAME);
  return found === "light" || found === "dark" ? found : "system";
}

export const theme = signal<Theme>(stored());

function apply(): void {
  const root = document.documentElement;
  if (theme.value === "system") delete root.dataset.theme;
  else root.dataset.theme = theme.value;
}

export function nextTheme(): void {
  theme.value = NEXT[theme.value];
  remember(NAME, theme.value);
  apply();
}

apply();

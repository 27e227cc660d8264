// Files and other pages: open, save, start anew, solve, play.
import { say, sayError } from "../../app/messages";
import { go } from "../../app/router";
import { closePuzzle, linkTo, openToml, puzzle } from "../../store/puzzle";
import { begin, checked, checking, checkNow, doc } from "./state";

const LARGEST = 1 << 24; // bytes

/** Open a file that was chosen or dropped. */
export async function openFile(file: File | null | undefined): Promise<void> {
  if (!file) return;
  if (file.size > LARGEST) {
    say(`${file.name} is too large to be a puzzle.`, "error");
    return;
  }
  if (await openToml(await file.text(), true)) say(`${file.name} is open.`);
  else window.scrollTo({ top: 0 }); // where it says what is wrong
}

export function chooseFile(): void {
  const input = document.createElement("input");
  input.type = "file";
  input.accept = ".toml,text/plain";
  input.addEventListener("change", () => void openFile(input.files?.[0]));
  input.click();
}

/** Begin with nothing: a lattice is to be chosen. */
export function startNew(): void {
  closePuzzle();
  begin(null);
  go("/edit");
}

const fileName = (title: string) =>
  `${
    title
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-+|-+$/g, "") || "puzzle"
  }.toml`;

async function save(): Promise<void> {
  await checkNow();
  const shown = doc.value;
  const open = puzzle.value;
  if (!shown || open?.doc !== shown) {
    say("This drawing cannot be saved yet: see what the check says.", "error");
    return;
  }
  download(open.toml, shown.title);
}

/** Give the user a puzzle as a file. */
export function download(toml: string, title: string): void {
  const address = URL.createObjectURL(new Blob([toml], { type: "application/toml" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = fileName(title);
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

async function leaveTo(page: "/solve" | "/play"): Promise<void> {
  try {
    await checkNow();
    go(await linkTo(page));
  } catch (error) {
    sayError(error);
  }
}

export function Files() {
  return (
    <div class="files row">
      <button type="button" onClick={startNew}>
        New
      </button>
      <button
        type="button"
        title="Open a puzzle file; you can also drop it here"
        onClick={chooseFile}
      >
        Open…
      </button>
      <button type="button" title="Save as a file" onClick={() => void save()}>
        Save
      </button>
    </div>
  );
}

export function Next() {
  const bad = checked.value?.problems.some(({ severity }) => severity === "error");
  const ready = !checking.value && checked.value?.doc === doc.value && !bad;
  return (
    <div class="row">
      <button
        type="button"
        class="primary"
        disabled={!ready}
        onClick={() => void leaveTo("/solve")}
      >
        Solve it
      </button>
      <button type="button" disabled={!ready} onClick={() => void leaveTo("/play")}>
        Play it
      </button>
    </div>
  );
}

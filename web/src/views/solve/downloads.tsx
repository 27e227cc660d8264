// Files of the solution that is shown, and of the puzzle.
import { useEffect, useState } from "preact/hooks";
import { server, solutionFile } from "../../api/client";

const FLAT: [string, string][] = [
  ["svg", "SVG"],
  ["png", "PNG"],
  ["pdf", "PDF"],
];
const SPACE: [string, string][] = [
  ["stl", "STL"],
  ["3mf", "3MF"],
  ["glb", "GLB"],
];
const PAGES: [string, string][] = [
  ["html", "HTML"],
  ["json", "JSON"],
];

export function Downloads({ job, number }: { job: string; number: number | undefined }) {
  const [formats, setFormats] = useState<string[]>([]);
  useEffect(() => {
    server().then(
      (info) => setFormats(info.formats),
      () => setFormats([]),
    );
  }, []);
  const links = (some: [string, string][]) =>
    number !== undefined &&
    some
      .filter(([ending]) => formats.includes(ending))
      .map(([ending, label]) => (
        <a key={ending} class="button" href={solutionFile(job, number, ending)} download>
          {label}
        </a>
      ));
  return (
    <div class="downloads">
      {number !== undefined && (
        <>
          <h2>Download solution {number}</h2>
          <p>
            {links(FLAT)} <span class="faint">picture</span>
          </p>
          <p>
            {links(SPACE)} <span class="faint">to print or build</span>
          </p>
          <p>{links(PAGES)}</p>
        </>
      )}
      <p>
        <a class="button" href={`/api/jobs/${job}/puzzle.toml`} download>
          TOML
        </a>{" "}
        <span class="faint">the puzzle</span>
      </p>
    </div>
  );
}

// Files of the solution that is shown, and of the puzzle.
import { solutionFile } from "../../api/client";

const GROUPS: [string, string[]][] = [
  ["picture", ["svg", "png", "pdf"]],
  ["3D", ["stl", "3mf", "glb"]],
  ["page, data", ["html", "json"]],
];

export function Downloads({ job, number }: { job: string; number: number | undefined }) {
  return (
    <div class="downloads">
      {number !== undefined && (
        <>
          <h2>Download solution {number}</h2>
          {GROUPS.map(([use, endings]) => (
            <p key={use}>
              {endings.map((ending) => (
                <a key={ending} class="button" href={solutionFile(job, number, ending)} download>
                  {ending.toUpperCase()}
                </a>
              ))}{" "}
              <span class="faint">{use}</span>
            </p>
          ))}
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

// Files of the solution that is shown, and of the puzzle.
import { solutionFile } from "../../api/client";

const GROUPS: [string, string[]][] = [
  ["Picture", ["svg", "png", "pdf"]],
  ["3D model", ["stl", "3mf", "glb"]],
  ["Page, data", ["html", "json"]],
];

export function Downloads({ job, number }: { job: string; number: number | undefined }) {
  return (
    <div class="downloads">
      {number !== undefined && (
        <>
          <h2>Download solution {number}</h2>
          {GROUPS.map(([use, endings]) => (
            <p key={use}>
              <span class="faint">{use}</span>
              {endings.map((ending) => (
                <a key={ending} class="button" href={solutionFile(job, number, ending)} download>
                  {ending.toUpperCase()}
                </a>
              ))}
            </p>
          ))}
        </>
      )}
      <p>
        <span class="faint">Puzzle</span>
        <a class="button" href={`/api/jobs/${job}/puzzle.toml`} download>
          TOML
        </a>
      </p>
    </div>
  );
}

// What is shown where a puzzle is needed, and none is open.

export function WhichPuzzle() {
  return (
    <section class="notice">
      <h1>Which puzzle?</h1>
      <p>Choose one that comes with the program, or draw your own.</p>
      <div class="row">
        <a class="button primary" href="/">
          Show the puzzles
        </a>
        <a class="button" href="/edit">
          Draw one
        </a>
        <a class="button" href="/jobs">
          Look at earlier jobs
        </a>
      </div>
    </section>
  );
}

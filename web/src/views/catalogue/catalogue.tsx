export function Catalogue() {
  return <h1>Puzzles</h1>;
}

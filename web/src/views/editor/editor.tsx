export function Editor() {
  return <h1>Edit</h1>;
}

// The title of the puzzle that is drawn.

export function Title(props: { title: string; onTitle: (title: string) => void }) {
  return (
    <>
      <h1 class="unseen">Edit {props.title || "a puzzle"}</h1>
      <input
        type="text"
        class="title"
        aria-label="Title"
        placeholder="Title of the puzzle"
        maxLength={200}
        value={props.title}
        onChange={(event) => props.onTitle(event.currentTarget.value)}
      />
    </>
  );
}

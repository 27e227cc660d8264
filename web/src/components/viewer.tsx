// The viewer of solid bodies as a component.
import { useEffect, useRef } from "preact/hooks";
import style from "tilewright-viewer/style.css?inline";
import { createViewer, type Viewer, type ViewerData } from "tilewright-viewer/viewer.js";

/** Bodies in space; when `data` changes, the view stays as it was turned. */
export function SpaceView(props: {
  data: ViewerData;
  controls?: boolean;
  spin?: boolean;
  label: string;
  onViewer?: (viewer: Viewer | null) => void;
}) {
  const host = useRef<HTMLDivElement>(null);
  const last = useRef<Viewer | null>(null);
  useEffect(() => {
    const { controls = true, spin = false } = props;
    const before = last.current?.camera;
    const look = before && { turn: before.turn, tilt: before.tilt, zoom: before.zoom };
    last.current?.dispose();
    const viewer =
      host.current && createViewer(host.current, props.data, { controls, spin, style });
    if (viewer && look) viewer.look(look.turn, look.tilt, look.zoom);
    last.current = viewer;
    props.onViewer?.(viewer);
  }, [props.data]);
  useEffect(() => () => last.current?.dispose(), []);
  return (
    <div class="space" ref={host} role="group" aria-label={props.label}>
      <p>A picture that can be turned needs WebGL, which this browser does not have.</p>
    </div>
  );
}

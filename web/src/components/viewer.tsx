// The viewer of solid bodies as a component.
import { useEffect, useRef } from "preact/hooks";
import style from "tilewright-viewer/style.css?inline";
import { createViewer, type Viewer, type ViewerData } from "tilewright-viewer/viewer.js";
import { theme } from "../app/theme";
import "./viewer.css";

/** Bodies in space; when `data` changes, the view stays turned, spread, cut and hidden as it was. */
export function SpaceView(props: {
  data: ViewerData;
  controls?: boolean;
  spin?: boolean;
  label: string;
  /** More rules for the picture and its controls. */
  rules?: string;
  onViewer?: (viewer: Viewer | null) => void;
}) {
  const host = useRef<HTMLDivElement>(null);
  const last = useRef<Viewer | null>(null);
  useEffect(() => {
    const { controls = true, spin = false, data, rules = "" } = props;
    if (last.current?.data.flat === data.flat && !last.current.gone) {
      last.current.setData(data);
      return;
    }
    last.current?.dispose();
    const options = { controls, spin, style: style + rules };
    last.current = host.current && createViewer(host.current, data, options);
    if (host.current) Object.assign(host.current, { viewer: last.current }); // as on pages of their own
    props.onViewer?.(last.current);
  }, [props.data]);
  const shown = theme.value;
  useEffect(() => last.current?.invalidate(), [shown]);
  useEffect(() => () => last.current?.dispose(), []);
  return (
    <div class="space" ref={host} role="group" aria-label={props.label}>
      <p>A picture that can be turned needs WebGL, which this browser does not have.</p>
    </div>
  );
}

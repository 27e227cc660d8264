// The corners of a shape, which can be taken and dragged.
import type { ShapeDoc } from "../../api/types";
import { cornersOf, type Place } from "./model";
import * as state from "./state";

const REACH = 20; // pixels about a corner where a finger finds it

export function Corners(props: {
  shape: ShapeDoc;
  px: (pixels: number) => number;
  onTake: (event: PointerEvent, place: Place) => void;
}) {
  const { shape, px } = props;
  const all = shape.rings.flatMap((ring, r) =>
    ring.map(([x, y], c) => ({ x, y, place: { ring: r, corner: c } })),
  );
  return (
    <>
      {all.map(({ x, y, place }) => (
        <circle
          key={`${place.ring} ${place.corner}`}
          class="reach"
          cx={x}
          cy={-y}
          r={px(REACH)}
          onPointerDown={(event) => props.onTake(event, place)}
        />
      ))}
      {all.map(({ x, y, place }) => {
        const { ring, corner } = place;
        const chosen = state.place.value?.ring === ring && state.place.value.corner === corner;
        const [tx, ty] = cornersOf(shape)[ring]![corner]!;
        return (
          <circle
            key={`${ring} ${corner}`}
            class={chosen ? "corner chosen" : "corner"}
            cx={x}
            cy={-y}
            r={px(7)}
            tabIndex={0}
            role="button"
            aria-label={`Corner ${corner + 1}${ring ? ` of hole ${ring}` : ""}: ${tx}, ${ty}`}
            aria-pressed={chosen}
            onPointerDown={(event) => props.onTake(event, place)}
            onFocus={() => {
              state.place.value = place;
            }}
          />
        );
      })}
    </>
  );
}

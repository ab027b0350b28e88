import type { ComponentChildren, CSSProperties } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { GameTypes } from '../../../client/index.ts';
import type { Line, Ways } from './lines.ts';
import { useMovement } from './movement.ts';
import { PieceFrame } from './piece-frame.tsx';
import { showPart } from './place.ts';
import type { BaseSight } from './sight.ts';
import { Traces } from './traces.tsx';

interface SheetProps<G extends GameTypes> {
  readonly sight: BaseSight<G>;
  /** Of the board; `<class>-board` of what is drawn. */
  readonly class: string;
  readonly ways: Ways;
  /** What the banner of a preview says. */
  readonly foreseen: string;
  /** Whether the lines would cross what is being composed. */
  readonly hidesLines?: boolean;
  /** Where each decision is made, as selectors: a board that is larger than its place is scrolled there. */
  readonly regions?: Readonly<Record<G['Kind'], string>>;
  readonly style?: CSSProperties;
  readonly children: ComponentChildren;
}

export function Sheet<G extends GameTypes>(props: SheetProps<G>) {
  const { sight, class: className, ways, foreseen, hidesLines = false, regions, style, children } = props;
  const { value: scene } = sight.props.scene;
  const place = useRef<HTMLDivElement>(null);
  useMovement(place, scene, ways);
  const region = sight.kind === null ? undefined : regions?.[sight.kind as G['Kind']];
  useEffect(() => {
    const { current: drawing } = place;
    if (drawing !== null && region !== undefined) showPart(drawing, drawing.querySelector(region));
  }, [sight.kind]);
  const drawn = hidesLines ? NO_LINES : ways.lines;
  return (
    <div class={className} data-time={scene.time}>
      <PieceFrame>
        <div class={`sheet ${className}-board`} ref={place} {...(style !== undefined && { style })}>
          {children}
          <Traces board={place} lines={drawn} position={hidesLines ? drawn : scene} />
          <Banner sight={sight} text={foreseen} />
        </div>
      </PieceFrame>
    </div>
  );
}

const NO_LINES: readonly Line[] = [];

/** Over the edge of a board, while it shows what has not been played yet. */
export function Banner({
  sight,
  text,
}: {
  readonly sight: { readonly isForeseen: boolean };
  readonly text: string;
}) {
  return sight.isForeseen ? <p class="banner">{text}</p> : null;
}

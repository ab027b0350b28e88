// Each part in its states, by its name.
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { SeatMark } from '../../seats/seat-mark.tsx';
import { Answer } from '../parts/answer.tsx';
import { Group } from '../parts/group.tsx';
import { Hand } from '../parts/hand.tsx';
import { Amount, Owned } from '../parts/owned.tsx';
import { Piece } from '../parts/piece.tsx';
import { Pile, Piles } from '../parts/pile.tsx';
import { Traces } from '../parts/traces.tsx';
import { Track } from '../parts/track.tsx';

const nothing = () => undefined;

const STATES = {
  plain: {},
  'can be picked': { onPick: nothing },
  picked: { onPick: nothing, picked: true },
  moved: { moved: true },
  'moved, can be picked': { onPick: nothing, moved: true },
  'lit by the news': { lit: true },
} as const;

const states = Object.entries(STATES);

function Pieces() {
  return (
    <Group label="States of a piece" class="gallery-row">
      {states.map(([name, state]) => (
        <Piece key={name} label={name} class="gallery-card" {...state}>
          {name}
        </Piece>
      ))}
    </Group>
  );
}

function Cards() {
  return (
    <Group label="Cards" class="gallery-row" isRegion>
      {states.map(([name, state]) => (
        <Piece key={name} label={`A card: ${name}`} isCard class="gallery-card" {...state}>
          <b class="seal">4</b>
        </Piece>
      ))}
    </Group>
  );
}

function Lines() {
  const board = useRef<HTMLDivElement>(null);
  return (
    <div class="sheet gallery-row" ref={board}>
      <Piece label="from" at="from" class="gallery-card">
        from
      </Piece>
      <Piece label="to" at="to" class="gallery-card" moved>
        to
      </Piece>
      <Traces board={board} lines={[{ from: 'from', to: 'to' }]} position="once" />
    </div>
  );
}

export const SAMPLES: Readonly<Record<string, () => ComponentChildren>> = {
  piece: () => <Pieces />,
  card: () => <Cards />,
  group: () => (
    <Group label="A region, named while a game is learnt" class="gallery-row" isRegion>
      <Answer label="One stop for Tab" />
      <Answer label="arrows within" />
    </Group>
  ),
  answer: () => states.map(([name, state]) => <Answer key={name} label={name} {...state} />),
  hand: () => (
    <>
      <Hand title="A hand" aside="3 cards" class="gallery-row">
        {['one', 'two', 'three'].map((name) => (
          <Piece key={name} label={name} isCard class="gallery-card">
            {name}
          </Piece>
        ))}
      </Hand>
      <Hand title="An empty hand" class="gallery-row" empty="nothing yet">
        {[]}
      </Hand>
    </>
  ),
  pile: () => (
    <Piles label="Piles" class="gallery-wide">
      <Pile label="Of 12 ships" count={12} caption="ships">
        <SeatMark seat={0} />
      </Pile>
      <Pile label="Without a picture" count={0} caption="none left" />
      <Pile label="Can be picked" count={5} onPick={nothing} />
      <Pile label="Without a number" caption="lair" />
    </Piles>
  ),
  owned: () => (
    <Owned label="Two cards, 350 coins">
      <Amount count={2}>
        <SeatMark seat={1} />
      </Amount>
      <Amount count={350}>
        <SeatMark seat={2} />
      </Amount>
      <span class="faint">and what is said of it</span>
    </Owned>
  ),
  track: () => (
    <Track
      class="gallery-wide"
      title="Points"
      goal={100}
      runners={[0, 12, 12, 88].map((at, seat) => ({ seat, at }))}
    />
  ),
  traces: () => <Lines />,
};

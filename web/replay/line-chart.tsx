// Numbers of all seats over time: a line each, with the seat's colour and shape; the same as a table.
import { useSignal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { TableFacts } from '../../client/index.ts';
import type { SomeGame } from '../boards/furnish.ts';
import { SeatMark, SeatShape } from '../seats/seat-mark.tsx';
import { type Chart, chartOf, type Frame, type Standings, turningPoints } from './chart.ts';
import { nameAt } from './names.ts';
import type { Replay } from './replay.ts';
import { say } from './texts.ts';

const HEIGHT = 132;
const SPACE = { left: 36, right: 12, top: 10, bottom: 10 } as const;
const MARK = 10;
const ROWS = 40;

interface Props {
  readonly replay: Replay<SomeGame>;
  readonly table: TableFacts;
  /** By version, then by seat. */
  readonly standings: Standings;
  /** Behind each number. */
  readonly unit?: string;
  readonly title: string;
  /** What the drawing shows. */
  readonly chart: string;
  readonly asTable: string;
}

export function LineChart({ replay, table, standings, unit = '', title, chart: label, asTable }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const width = useSignal(600);
  useEffect(() => {
    const { current } = place;
    if (current === null) return;
    const observer = new ResizeObserver(() => {
      width.value = Math.max(200, Math.round(current.clientWidth));
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  const { value: last } = replay.newest;
  const frame: Frame = { ...SPACE, width: width.value, height: HEIGHT };
  const chart = useMemo(() => chartOf(standings, last, frame), [standings, last, width.value]);
  const { value: at } = replay.position;
  const now = standings[Math.min(at, standings.length - 1)] ?? [];
  return (
    <section class="replay-points">
      <h2>{title}</h2>
      <ul class="replay-legend">
        {table.seats.map(({ seat }) => (
          <li key={seat}>
            <SeatMark seat={seat} /> {nameAt(table, seat)}{' '}
            <b>{now[seat] === undefined ? '–' : `${now[seat]}${unit}`}</b>
          </li>
        ))}
      </ul>
      <div ref={place} class="replay-chart">
        <Drawing
          chart={chart}
          label={label}
          frame={frame}
          at={at}
          onPick={(version) => void replay.jump(version)}
        />
      </div>
      <details>
        <summary>{asTable}</summary>
        <NumbersTable replay={replay} standings={standings} table={table} />
      </details>
    </section>
  );
}

interface DrawingProps {
  readonly chart: Chart;
  readonly label: string;
  readonly frame: Frame;
  readonly at: number;
  readonly onPick: (version: number) => void;
}

/** Clicks are a short cut: the slider above and the table below lead to the same moves. */
function Drawing({ chart, label, frame, at, onPick }: DrawingProps) {
  const { width, height, left, right, top, bottom } = frame;
  const pick = (event: PointerEvent & { readonly currentTarget: SVGSVGElement }) => {
    const { left: edge } = event.currentTarget.getBoundingClientRect();
    onPick(chart.versionAt(event.clientX - edge));
  };
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      onPointerDown={pick}
    >
      {chart.ticks.map(({ points, y }) => (
        <g key={points} class="replay-tick">
          <path d={`M${left} ${y}H${width - right}`} />
          <text x={left - 6} y={y} dy="0.32em">
            {points}
          </text>
        </g>
      ))}
      <path class="replay-here" d={`M${chart.xOf(at)} ${top - 6}V${height - bottom + 6}`} />
      {chart.lines.map(({ seat, path }) => (
        <path key={seat} class="replay-line" d={path} stroke={`var(--seat-${seat % 5})`} />
      ))}
      {chart.lines.flatMap(({ seat, marks }) =>
        marks.map(({ x, y }) => (
          <g
            key={`${seat} ${x}`}
            transform={`translate(${x - MARK / 2} ${y - MARK / 2}) scale(${MARK / 16})`}
          >
            <SeatShape seat={seat} />
          </g>
        )),
      )}
    </svg>
  );
}

type TableProps = Pick<Props, 'replay' | 'standings' | 'table'>;

function NumbersTable({ replay, standings, table }: TableProps) {
  return (
    <div class="replay-table">
      <table>
        <thead>
          <tr>
            <th scope="col">{say('moveColumn')}</th>
            {table.seats.map(({ seat }) => (
              <th key={seat} scope="col">
                {nameAt(table, seat)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {turningPoints(standings, ROWS).map((version) => (
            <tr key={version}>
              <th scope="row">
                <button type="button" class="button" onClick={() => void replay.jump(version)}>
                  {version}
                </button>
              </th>
              {standings[version]?.map((number, seat) => (
                // A column is a seat.
                <td key={seat}>{number}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

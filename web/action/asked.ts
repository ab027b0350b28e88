// Who must decide what, as data for a sentence. Pure functions.

interface Open {
  readonly seat: number;
  readonly kind: string;
  readonly deadline: number | null;
}

export interface Asked {
  readonly who: 'me' | 'others' | 'nobody';
  /** My decision, or that of all the others if it is the same. */
  readonly kind: string | null;
  /** The others who are asked. */
  readonly seats: readonly number[];
  /** The first deadline; mine if I am asked. */
  readonly deadline: number | null;
}

export function askedOf(decisions: readonly Open[], own: number | null): Asked {
  const mine = decisions.find(({ seat }) => seat === own);
  const others = decisions.filter(({ seat }) => seat !== own);
  const seats = others.map(({ seat }) => seat);
  if (mine !== undefined) return { who: 'me', kind: mine.kind, seats, deadline: mine.deadline };
  const [first] = others;
  if (first === undefined) return { who: 'nobody', kind: null, seats, deadline: null };
  const isSame = others.every(({ kind }) => kind === first.kind);
  const deadlines = others.flatMap(({ deadline }) => (deadline === null ? [] : [deadline]));
  return {
    who: 'others',
    kind: isSame ? first.kind : null,
    seats,
    deadline: deadlines.length === 0 ? null : Math.min(...deadlines),
  };
}

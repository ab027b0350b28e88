// Nested data in the private part of a seat reaches its player completely, and no other client gets a single byte:
// through any sequence of changes, arrivals, returns and changes of seats.
import { type Decoder, Encoder, Reflection, type Schema, type StateView } from '@colyseus/schema';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { z } from 'zod';
import type { Game } from '../../shared/kernel/game.ts';
import type { PrivatePart } from '../../shared/protocol/state.ts';
import { Showcase, stateMirrorsFor } from '../colyseus/showcase.ts';
import { differences } from '../testing/same-view.ts';
import { builtInShelf } from '../testing/table-server.ts';

const SEATS = 2;

/** Every kind of thing that a seat view may hold, each at the top, in an object, in a list and in a map. */
const leaves = {
  note: z.nullable(z.string()),
  cards: z.array(z.string()),
  goods: z.record(z.string(), z.int()),
};
const branch = z.strictObject({ ...leaves, to: z.union([z.int(), z.literal('*')]) });
const seatView = z.strictObject({
  ...leaves,
  fight: z.nullable(branch),
  offers: z.array(branch),
  byName: z.record(z.string(), branch),
});

/** Lists that come and go, without nested data. */
const flatView = z.strictObject({
  cards: z.nullable(z.array(z.string())),
  goods: z.nullable(z.record(z.string(), z.int())),
});

function gameWith(view: z.ZodObject): Game {
  const game = builtInShelf().find('borneo')?.game;
  if (game === undefined) throw new Error('no game');
  return { ...game, id: 'nested', schemas: { ...game.schemas, seatView: view } };
}

type Arbitrary = (seat: number) => fc.Arbitrary<PrivatePart>;

function flatPart(seat: number): fc.Arbitrary<PrivatePart> {
  const word = fc.nat(20).map((n) => `secret-${seat}-${n}`);
  const view = fc.record({
    cards: fc.option(fc.array(word, { maxLength: 3 })),
    goods: fc.option(fc.dictionary(word, fc.nat(9), { maxKeys: 3 })),
  });
  return fc.record({ invitation: fc.option(word), seatView: view });
}

function nestedPart(seat: number): fc.Arbitrary<PrivatePart> {
  const word = fc.nat(20).map((n) => `secret-${seat}-${n}`);
  const arbitraryLeaves = {
    note: fc.option(word),
    cards: fc.array(word, { maxLength: 3 }),
    goods: fc.dictionary(word, fc.nat(9), { maxKeys: 3 }),
  };
  const arbitraryBranch = fc.record({ ...arbitraryLeaves, to: fc.oneof(fc.nat(3), fc.constant('*')) });
  const view = fc.record({
    ...arbitraryLeaves,
    fight: fc.option(arbitraryBranch),
    offers: fc.array(arbitraryBranch, { maxLength: 3 }),
    byName: fc.dictionary(word, arbitraryBranch, { maxKeys: 2 }),
  });
  return fc.record({ invitation: fc.option(word), seatView: fc.option(view, { freq: 6 }) });
}

type Step =
  | { readonly do: 'show'; readonly parts: readonly PrivatePart[] }
  | { readonly do: 'join' | 'leave' | 'return' | 'sit'; readonly seat: number };

const stepOf = (arbitraryPart: Arbitrary): fc.Arbitrary<Step> =>
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        do: fc.constant('show' as const),
        parts: fc.tuple(arbitraryPart(0), arbitraryPart(1)),
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constantFrom('join' as const, 'leave' as const, 'return' as const, 'sit' as const),
        seat: fc.nat(SEATS - 1),
      }),
    },
  );

interface Client {
  seat: number | null;
  view: StateView | undefined;
  readonly decoder: Decoder<Schema>;
}

const table = (version: number) => ({
  matchId: `match ${version}`,
  options: {},
  seats: Array.from({ length: SEATS }, (_, seat) => ({ seat, occupant: 'player', name: null })),
});

/** A room and its clients, using Colyseus' serializer. */
class Sandbox {
  readonly #showcase: Showcase;
  readonly #encoder: Encoder;
  readonly #clients: Client[] = [];
  readonly #shown: (PrivatePart | undefined)[] = [undefined, undefined];
  #version = 0;

  constructor(view: z.ZodObject) {
    this.#showcase = new Showcase(stateMirrorsFor(gameWith(view)));
    this.#showcase.showTable(table(0) as never);
    this.#encoder = new Encoder(this.#showcase.root);
  }

  take(step: Step): void {
    if (step.do === 'show') this.#show(step.parts);
    else this.#move(step.do, step.seat);
    for (const client of this.#clients) this.#compare(client);
  }

  #show(parts: readonly PrivatePart[]): void {
    this.#sendOpened();
    for (const [seat, part] of parts.entries()) {
      this.#showcase.showPrivate(seat, part);
      this.#shown[seat] = part;
    }
    this.#showcase.showTable(table(++this.#version) as never);
    this.#patch();
  }

  #move(what: Exclude<Step['do'], 'show'>, seat: number): void {
    const there = this.#clients.find((client) => client.seat === seat);
    if (what === 'join') this.#join(seat);
    else if (what === 'sit') {
      const onlooker = this.#clients.find((client) => client.seat === null) ?? this.#join(null);
      onlooker.seat = seat;
      this.#open(onlooker);
      this.#patch();
    } else if (there !== undefined && what === 'leave') {
      if (there.view !== undefined) this.#showcase.closeView(there.view);
      this.#clients.splice(this.#clients.indexOf(there), 1);
    } else if (there !== undefined) {
      this.#open(there);
      this.#feed(there, this.#whole(there), 'decodeResync');
      this.#sendOpened();
      this.#showcase.restateAbsence();
      this.#patch();
    }
  }

  #join(seat: number | null): Client {
    const decoder = Reflection.decode(Reflection.encode(this.#encoder)) as unknown as Decoder<Schema>;
    const client: Client = { seat, view: undefined, decoder };
    this.#open(client);
    this.#clients.push(client);
    this.#feed(client, this.#whole(client), 'decode');
    return client;
  }

  #open(client: Client): void {
    if (client.view !== undefined) this.#showcase.closeView(client.view);
    client.view = client.seat === null ? undefined : this.#showcase.openView(client.seat);
  }

  #whole({ view }: Client): Uint8Array {
    const it = { offset: 0 };
    const shared = this.#encoder.encodeAll(it);
    return view === undefined ? shared : this.#encoder.encodeAllView(view, it.offset, { ...it });
  }

  #sendOpened(): void {
    if (this.#clients.some(({ view }) => (view?.changes.size ?? 0) > 0)) this.#patch();
  }

  #patch(): void {
    const it = { offset: 0 };
    const shared = this.#encoder.encode(it).slice();
    const { offset } = it;
    for (const client of this.#clients) {
      const { view } = client;
      this.#feed(client, view === undefined ? shared : this.#encoder.encodeView(view, offset, it), 'decode');
    }
    this.#encoder.discardChanges();
  }

  #feed({ seat, decoder }: Client, bytes: Uint8Array, how: 'decode' | 'decodeResync'): void {
    const text = Buffer.from(bytes).toString('latin1');
    for (let other = 0; other < SEATS; other++)
      if (other !== seat && text.includes(`secret-${other}-`)) throw new Error(`${seat} is sent ${other}’s`);
    decoder[how](bytes.slice());
  }

  #compare({ seat, decoder }: Client): void {
    const seen = decoder.state.toJSON() as { table: { seats: { priv?: object }[] } };
    const shown = this.#shown.map((part, owner) => (owner === seat ? part : undefined));
    for (const [owner, part] of shown.entries()) {
      const priv = seen.table.seats[owner]?.priv;
      if (owner !== seat) expect(priv).toBeUndefined();
      else if (part !== undefined) expect(differences(priv, part)).toEqual([]);
    }
  }
}

test.each([
  ['nested', seatView, nestedPart],
  ['flat, with lists that come and go', flatView, flatPart],
])(
  'the whole private part reaches the player of the seat, and no other client: %s',
  (_, view, arbitraryPart) => {
    const steps = fc.array(stepOf(arbitraryPart), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(steps, (taken) => {
        const sandbox = new Sandbox(view);
        for (const one of taken) sandbox.take(one);
      }),
      { numRuns: 120 },
    );
  },
);

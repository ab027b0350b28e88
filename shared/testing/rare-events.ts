// Events that random play hardly ever meets, for the tests of their sentences.

type Told = { readonly type: string } & Readonly<Record<string, unknown>>;

export const rareEvents: Readonly<Record<string, readonly Told[]>> = {
  borneo: [
    { type: 'deck-reshuffled', count: 1 },
    { type: 'cards-drawn', seat: 0, count: 1 },
    { type: 'end-triggered', reason: 'shipments', lastActive: 1, harbours: [] },
  ],
};

// What the text client fetches: nothing but the answers of the server, whatever its games and editions are.

/** A part of a sentence: words, or a placeholder. */
export interface Place {
  readonly field: string;
  readonly as: 'seat' | 'component' | 'number' | 'index' | 'phrase';
  readonly phrase: string | null;
}
export interface Text {
  readonly when: readonly { readonly field: string; readonly is: string }[];
  readonly plural: string | null;
  readonly parts: readonly (string | Place)[];
}
/** `/games/{id}/sentences/{language}`. */
export interface Book {
  readonly title: string;
  readonly words: {
    readonly locale: string;
    readonly seat: readonly (string | Place)[];
    readonly nothing: string;
    readonly nobody: string;
  };
  readonly events: Readonly<Record<string, readonly Text[]>>;
  readonly phrases: Readonly<Record<string, readonly Text[]>>;
  readonly decisions: Readonly<Record<string, string>>;
  readonly results: Readonly<Record<string, string>>;
  readonly components: Readonly<Record<string, string>>;
}
/** `/games/{id}/editions/{hash}`. */
export interface Catalogue {
  readonly constants: Readonly<Record<string, unknown>>;
  readonly components: Readonly<Record<string, readonly Piece[]>>;
}
export type Piece = Readonly<Record<string, unknown>> & { readonly id: string };
export type Fields = Readonly<Record<string, unknown>>;
export interface Result {
  readonly reason: string;
  readonly ranking: readonly {
    readonly seat: number;
    readonly place: number;
    readonly total: number;
    readonly parts: Readonly<Record<string, number>>;
  }[];
}
/** `/matches/{id}`. */
export interface Truth {
  readonly seat: number | null;
  readonly version: number;
  readonly table: {
    readonly game: string;
    readonly editionHash: string;
    readonly result: Result | null;
    readonly seats: readonly { readonly name: string | null }[];
  };
  readonly view: Fields | null;
  readonly seatView: Fields | null;
  readonly decisions: readonly { readonly seat: number; readonly kind: string }[];
}
export interface Event extends Fields {
  readonly type: string;
}
interface Page {
  readonly versions: readonly { readonly version: number; readonly events: readonly Event[] }[];
  readonly next: number | null;
}

/** Everything that is drawn. */
export interface Scene {
  readonly truth: Truth;
  readonly view: Fields;
  readonly catalogue: Catalogue;
  readonly book: Book;
  /** The events so far, as this viewer received them. */
  readonly events: readonly Event[];
}

export class Server {
  readonly #address: string;
  readonly #token: string;

  constructor(address: string, token: string) {
    this.#address = `${address.replace(/\/$/, '')}/api/v1`;
    this.#token = token;
  }

  /** A new guest of this name. */
  static async guest(address: string, name: string): Promise<Server> {
    const { token } = await new Server(address, '').ask<{ token: string }>('/guests', { name });
    return new Server(address, token);
  }

  async ask<Answer>(path: string, body?: object): Promise<Answer> {
    const response = await fetch(this.#address + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        ...(this.#token === '' ? {} : { Authorization: `Bearer ${this.#token}` }),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as Answer & { code?: string; title?: string };
    if (!response.ok) throw new Error(`${answer.code}: ${answer.title}`);
    return answer;
  }

  async scene(matchId: string, language: string): Promise<Scene> {
    const truth = await this.ask<Truth>(`/matches/${matchId}`);
    if (truth.view === null) throw new Error('The match has not started.');
    const { game, editionHash } = truth.table;
    const [catalogue, book, events] = await Promise.all([
      this.ask<Catalogue>(`/games/${game}/editions/${editionHash}`),
      this.ask<Book>(`/games/${game}/sentences/${language}?edition=${editionHash}`),
      this.#events(matchId),
    ]);
    return { truth, view: truth.view, catalogue, book, events };
  }

  async #events(matchId: string): Promise<Event[]> {
    const events: Event[] = [];
    for (let from: number | null = 0; from !== null; ) {
      const page: Page = await this.ask(`/matches/${matchId}/history?views=false&count=200&from=${from}`);
      events.push(...page.versions.flatMap((version) => version.events));
      from = page.next;
    }
    return events;
  }
}

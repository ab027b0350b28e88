// A browser as far as signing in goes: it keeps a cookie, and sends its origin.
import type { OddProvider } from './odd-provider.ts';
import { type Answered, ask } from './start.ts';

export interface SignedIn {
  readonly token: string;
  readonly id: string;
  readonly name: string;
  readonly device: string;
  readonly refreshToken: string;
  readonly isSame: boolean;
  readonly language: string | null;
}

export class SignInBrowser {
  readonly #port: number;
  readonly #headers: Record<string, string>;
  cookie = '';
  /** As it was set. */
  cookieText = '';

  constructor(port: number, headers: Record<string, string> = {}) {
    this.#port = port;
    this.#headers = { Origin: `http://127.0.0.1:${port}`, ...headers };
  }

  async post(path: string, body: object): Promise<Answered> {
    const cookie = this.cookie === '' ? {} : { Cookie: `theme=dark; ${this.cookie}` };
    const answer = await ask(this.#port, `/api/v1${path}`, {
      method: 'POST',
      headers: { ...this.#headers, ...cookie },
      body: JSON.stringify(body),
    });
    const [set] = answer.headers['set-cookie'] ?? [];
    if (set !== undefined) {
      this.cookieText = set;
      this.cookie = set.includes('Max-Age=0') ? '' : (set.split(';')[0] ?? '');
    }
    return answer;
  }

  /** Where the provider is asked. */
  async begin(): Promise<string> {
    const answer = await this.post('/sign-in', { device: 'Firefox' });
    if (answer.status !== 200) throw new Error(answer.text);
    return String(answer.json()['url']);
  }

  finish(answer: URLSearchParams, refreshToken?: string): Promise<Answered> {
    return this.post('/sign-in/answer', { answer: String(answer), ...(refreshToken && { refreshToken }) });
  }

  async signIn(
    provider: OddProvider,
    person: Parameters<OddProvider['agree']>[1],
    refreshToken?: string,
  ): Promise<SignedIn> {
    const answer = await this.finish(provider.agree(await this.begin(), person), refreshToken);
    if (answer.status !== 201) throw new Error(answer.text);
    return answer.json() as unknown as SignedIn;
  }
}

// An authenticator in software, which also does what a real one never would.
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** What it is told to do differently. */
export interface Tricks {
  /** What the browser says. */
  readonly client?: Readonly<Record<string, unknown>>;
  /** The relying party that is hashed. */
  readonly rpId?: string;
  /** 0x01: present, 0x04: verified, 0x40: with a key. */
  readonly flags?: number;
  readonly counter?: number;
  readonly userHandle?: string;
  readonly id?: string;
  /** Signs with this key instead. */
  readonly key?: KeyObject;
  /** An attestation instead of none. */
  readonly attestation?: readonly [format: string, statement: Buffer];
}

interface Options {
  readonly challenge: string;
  readonly user?: { readonly id: string };
}

const PRESENT_AND_VERIFIED = 0x05;
const WITH_KEY = 0x40;
const NO_STATEMENT = Buffer.from([0xa0]);

export class Authenticator {
  readonly id = randomBytes(16).toString('base64url');
  readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #origin: string;
  #userHandle = '';
  #counter = 0;

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** `toJSON()` of what `navigator.credentials.create` resolves with. */
  create({ challenge, user }: Options, tricks: Tricks = {}) {
    this.#userHandle = user?.id ?? '';
    const id = Buffer.from(tricks.id ?? this.id, 'base64url');
    const length = Buffer.from([id.length >> 8, id.length & 0xff]);
    const credential = Buffer.concat([Buffer.alloc(16), length, id, this.#publicKey()]);
    const authData = Buffer.concat([this.#head(tricks, WITH_KEY), credential]);
    const [format, statement] = tricks.attestation ?? ['none', NO_STATEMENT];
    const fields = [
      text('fmt'),
      text(format),
      text('attStmt'),
      statement,
      text('authData'),
      byteString(authData),
    ];
    const attestationObject = Buffer.concat([Buffer.from([0xa3]), ...fields]).toString('base64url');
    const clientDataJSON = this.#client('webauthn.create', challenge, tricks);
    const response = { clientDataJSON, attestationObject, transports: ['internal'] };
    return { id: id.toString('base64url'), type: 'public-key', response };
  }

  /** `toJSON()` of what `navigator.credentials.get` resolves with. */
  get({ challenge }: Options, tricks: Tricks = {}) {
    const authenticatorData = this.#head(tricks, 0);
    const clientDataJSON = this.#client('webauthn.get', challenge, tricks);
    const said = createHash('sha256').update(Buffer.from(clientDataJSON, 'base64url')).digest();
    const key = tricks.key ?? this.keys.privateKey;
    const signature = sign('sha256', Buffer.concat([authenticatorData, said]), key).toString('base64url');
    const userHandle = tricks.userHandle ?? this.#userHandle;
    const data = authenticatorData.toString('base64url');
    const response = { clientDataJSON, authenticatorData: data, signature, userHandle };
    return { id: tricks.id ?? this.id, type: 'public-key', response };
  }

  get userHandle(): string {
    return this.#userHandle;
  }

  #client(type: string, challenge: string, { client }: Tricks): string {
    const said = { type, challenge, origin: this.#origin, crossOrigin: false, ...client };
    return Buffer.from(JSON.stringify(said)).toString('base64url');
  }

  #head({ rpId, flags = PRESENT_AND_VERIFIED, counter }: Tricks, more: number): Buffer {
    this.#counter = counter ?? this.#counter + 1;
    const rest = Buffer.alloc(5);
    rest.writeUInt8(flags | more, 0);
    rest.writeUInt32BE(this.#counter, 1);
    const party = createHash('sha256')
      .update(rpId ?? new URL(this.#origin).hostname)
      .digest();
    return Buffer.concat([party, rest]);
  }

  /** COSE: an ES256 key. */
  #publicKey(): Buffer {
    const { x = '', y = '' } = this.keys.publicKey.export({ format: 'jwk' });
    const head = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01]);
    const [first, second] = [x, y].map((part) => byteString(Buffer.from(part, 'base64url')));
    return Buffer.concat([head, Buffer.from([0x21]), first ?? head, Buffer.from([0x22]), second ?? head]);
  }
}

/** CBOR. */
function text(value: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);
}

function byteString(value: Buffer): Buffer {
  const { length } = value;
  const head = length < 256 ? [0x58, length] : [0x59, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from(head), value]);
}

// Passkeys: made on one device, used on another, and refused alike for whatever reason.
import { Authenticator, type Tricks } from '../../cli/authenticator.ts';
import { Guest, type Json } from '../guest.ts';
import type { Kit, Scene } from '../scene.ts';

const OTHER_PAGE = 'https://elsewhere.example.org';

export const passkeys: Scene = {
  name: 'passkeys',
  rules: ['P-12.1', 'P-12.2', 'P-12.3'],
  async play(kit) {
    const { verdicts } = kit;
    const origin = pageOf(kit);
    const anybody = new Guest(kit, '', '', origin);
    const first = await anybody.must('POST', '/guests', { name: 'Dora', device: 'Laptop' });
    const laptop = new Guest(kit, String(first['token']), String(first['id']), origin);
    kit.arrived.add(laptop.token);
    const authenticator = new Authenticator(origin);
    const prepare = (refreshToken: unknown) => laptop.ask('POST', '/me/passkeys/options', { refreshToken });
    const { body: prepared } = await prepare(first['refreshToken']);
    // It is reached by an address, or its host has named another page.
    if (prepared['code'] === 'no-passkeys-here') {
      for (const rule of passkeys.rules) verdicts.hold(rule, true, () => '');
      return;
    }
    const credential = authenticator.create(prepared['publicKey'] as never);
    const made = await laptop.must('POST', '/me/passkeys', { name: 'Phone', credential });
    const signIn = (signed: object) =>
      anybody.ask('POST', '/passkeys/sign-in', { device: 'Phone', credential: signed });
    const signed = async (tricks: Tricks = {}, by = authenticator) =>
      by.get((await anybody.must('POST', '/passkeys/options', {}))['publicKey'] as never, tricks);
    const answer = await signed();
    const { body: phone } = await signIn(answer);
    verdicts.same('P-12.1', phone['id'], first['id'], 'who signs in with the passkey');
    verdicts.hold('P-12.1', phone['device'] !== first['device'], () => 'it made no device');
    const refusals: [string, object][] = [
      ['a passkey that nobody has made', await signed({}, new Authenticator(origin))],
      ['one from another page', await signed({ client: { origin: OTHER_PAGE } })],
      ['one for another host', await signed({ rpId: 'elsewhere.example.org' })],
      ['without the person', await signed({ flags: 0x01 })],
      ['signed by another key', await signed({ key: new Authenticator(origin).keys.privateKey })],
    ];
    const words: unknown[] = [];
    for (const [what, wrong] of refusals) {
      const { body } = await signIn(wrong);
      verdicts.same('P-12.2', body['code'], 'passkey-refused', what);
      words.push(body['title']);
    }
    verdicts.same('P-12.2', new Set(words).size, 1, 'words for all refusals');
    verdicts.same('P-12.1', (await signIn(answer)).body['code'], 'passkey-refused', 'a challenge used again');
    await laptop.must('DELETE', `/me/passkeys/${String(made['id'])}`);
    const removed = await signIn(await signed());
    verdicts.same('P-12.1', removed.body['code'], 'passkey-refused', 'a passkey that was removed');
    const next = await anybody.must('POST', '/me/devices/refresh', { refreshToken: first['refreshToken'] });
    for (const token of [first['refreshToken'], next['token'], phone['refreshToken']])
      verdicts.same('P-12.3', (await prepare(token)).body['code'], 'not-renewable', 'options');
    await end(phone);

    async function end({ token, device }: Json): Promise<void> {
      await new Guest(kit, String(token)).ask('DELETE', `/me/devices/${String(device)}`);
    }
  },
};

/** Passkeys belong to names: a server on this machine has one. */
function pageOf({ url }: Kit): string {
  const { hostname, port, origin } = new URL(url);
  return hostname === '127.0.0.1' ? `http://localhost:${port}` : origin;
}

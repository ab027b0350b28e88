// The devices of a player: new tokens, invitations, and signing out.
import { Guest, type Json } from '../guest.ts';
import type { Scene } from '../scene.ts';

export const devices: Scene = {
  name: 'devices',
  rules: ['P-1.4', 'P-1.5'],
  async play(kit) {
    const { verdicts } = kit;
    const anybody = new Guest(kit, '');
    const refresh = (refreshToken: unknown) => anybody.ask('POST', '/me/devices/refresh', { refreshToken });
    const first = await anybody.must('POST', '/guests', { name: 'Dora', device: 'Laptop' });
    const { body: laptop } = await refresh(first['refreshToken']);
    const told = [laptop['id'], laptop['device']];
    verdicts.same('P-1.4', told, [first['id'], first['device']], 'player and device after a refresh');
    const phone = await second(laptop);
    verdicts.same('P-1.4', phone['id'], first['id'], 'the player of an invited device');
    verdicts.hold('P-1.4', phone['device'] !== laptop['device'], () => 'an invitation made no device');
    // Once its token was seen, the answer cannot have been lost.
    await holder(phone).must('GET', '/me/seats');
    await holder(phone).must('DELETE', `/me/devices/${String(laptop['device'])}`);
    const seats = await holder(laptop).code('GET', '/me/seats');
    verdicts.same('P-1.5', seats, 'unauthenticated', 'a token of a device that was signed out');
    const again = await refresh(laptop['refreshToken']);
    verdicts.same('P-1.5', again.body['code'], 'unauthenticated', 'its refresh token');
    const kept = await holder(phone).ask('GET', '/me/seats');
    verdicts.same('P-1.5', kept.status, 200, 'the other device');
    kit.arrived.add(String(phone['token']));

    async function second(host: Json): Promise<Json> {
      const { refreshToken } = host;
      const { id, invitation } = await holder(host).must('POST', '/me/devices/invite', { refreshToken });
      const asking = { invitation, key: 'the-kit’s-own-secret-of-this-phone', name: 'Phone' };
      const ask = (wish: object = asking) => anybody.ask('POST', '/me/devices/ask', wish);
      const { body: waiting } = await ask();
      const isOut = waiting['token'] === undefined && typeof waiting['code'] === 'string';
      verdicts.hold('P-1.4', isOut, () => `before it was let in: ${JSON.stringify(waiting)}`);
      const other = await ask({ ...asking, key: 'the-secret-of-another-phone-there' });
      verdicts.same('P-1.4', other.body['code'], 'invitation-taken', 'another phone with the invitation');
      const listed = (await holder(host).must('GET', '/me/devices'))['devices'] as Json[];
      const asker = { name: 'Phone', code: waiting['code'] };
      verdicts.same('P-1.4', listed.find((one) => one['id'] === id)?.['asker'], asker, 'who asks');
      const path = `/me/devices/${String(id)}/admit`;
      await holder(host).must('POST', path, { refreshToken, code: waiting['code'] });
      return (await ask()).body;
    }

    function holder(ticket: Json): Guest {
      return new Guest(kit, String(ticket['token']), String(ticket['id']));
    }
  },
};

// The devices of a player: new tokens, invitations, and signing out.
import { Guest, type Json } from '../guest.ts';
import type { Scene } from '../scene.ts';

export const devices: Scene = {
  name: 'devices',
  rules: ['P-1.4', 'P-1.5'],
  async play(kit) {
    const { verdicts } = kit;
    const anybody = new Guest(kit, '');
    const refresh = (refreshToken: unknown, name?: string) =>
      anybody.ask('POST', '/me/devices/refresh', { refreshToken, ...(name !== undefined && { name }) });
    const first = await anybody.must('POST', '/guests', { name: 'Dora', device: 'Laptop' });
    const { body: laptop } = await refresh(first['refreshToken']);
    const told = [laptop['id'], laptop['device']];
    verdicts.same('P-1.4', told, [first['id'], first['device']], 'player and device after a refresh');
    const { refreshToken } = laptop;
    const invited = await holder(laptop).must('POST', '/me/devices/invite', { refreshToken });
    const { body: phone } = await refresh(invited['refreshToken'], 'Phone');
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

    function holder(ticket: Json): Guest {
      return new Guest(kit, String(ticket['token']), String(ticket['id']));
    }
  },
};

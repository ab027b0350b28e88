// What the player is told while away, and where.
import { z } from 'zod';
import { TableRefusal } from '../../rooms/index.ts';
import {
  addedTarget,
  channelsOfTable,
  MOST_TARGETS,
  type Notices,
  newTarget,
  noticeSettings,
  noticesOverview,
  renewedSubscription,
  TARGET_TYPES,
  triedTarget,
  USUAL_NOTICES,
} from '../../shared/protocol/notices.ts';
import type { Counting } from '../http/counting.ts';
import { originOf } from '../http/found.ts';
import { accepted, Problem, take } from '../http/problem.ts';
import { callerOf, type Route, route } from '../http/route.ts';
import { invited, matchParams } from '../http/table-params.ts';
import { isTold } from '../notices/courier.ts';
import type { NoticeOffice } from '../notices/office.ts';
import type { ProcessLimits } from '../process/limits.ts';

interface NoticeRouteDeps {
  readonly notices: NoticeOffice;
  readonly limits: ProcessLimits;
  readonly counting: Counting;
}

const targetParams = z
  .strictObject({ target: z.string().max(64) })
  .meta({ missing: { target: 'unknown-target' } });

const EXAMPLE = {
  id: 'k3vn2x8tq5hwjd7ybm4cpeasr6',
  type: 'discord' as const,
  name: 'discord.com',
  matchId: null,
  createdAt: 1_795_000_000_000,
  confirmed: true,
  lastToldAt: null,
  failingSince: null,
  stopped: false,
};

export function noticeRoutes({ notices, limits, counting }: NoticeRouteDeps): Route[] {
  const tries = counting.limiter({
    name: 'notice targets',
    amount: limits.noticeTriesPerHour,
    seconds: 3_600,
    maxKeys: limits.rememberedKeys,
  });
  const common = { tag: 'You', auth: 'player', isAnywhere: true } as const;
  const shown = async (player: string): Promise<Notices> => {
    const [settings, targets] = await Promise.all([notices.settings(player), notices.targets(player)]);
    return { settings, targets, types: [...notices.types], pushKey: notices.pushKey, enabled: notices.isOn };
  };
  const overviewExample = {
    settings: USUAL_NOTICES,
    targets: [EXAMPLE],
    types: [...TARGET_TYPES],
    pushKey: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
    enabled: true,
  };
  return [
    route({
      ...common,
      id: 'readNotices',
      method: 'get',
      path: '/me/notices',
      summary: 'What you are told while away, and where',
      description: 'Addresses and secrets of targets are never shown again.',
      answers: {
        200: { description: 'Settings and targets', schema: noticesOverview, example: overviewExample },
      },
      refusals: ['storage-unavailable'],
      handle: async ({ who }) => ({ status: 200, body: await shown(who.id) }),
    }),
    route({
      ...common,
      id: 'changeNotices',
      method: 'put',
      path: '/me/notices',
      summary: 'Change what you are told',
      body: noticeSettings,
      example: { ...USUAL_NOTICES, zone: 'Europe/Paris', quiet: { from: '22:00', to: '07:30' } },
      answers: {
        200: { description: 'Settings and targets', schema: noticesOverview, example: overviewExample },
      },
      refusals: ['storage-unavailable'],
      handle: async ({ who, body }) => {
        await notices.keep(who.id, body);
        return { status: 200, body: await shown(who.id) };
      },
    }),
    route({
      ...common,
      id: 'addTarget',
      method: 'post',
      path: '/me/notices/targets',
      summary: 'Add a target',
      description: `Where you are told something while you are away: at most ${MOST_TARGETS}. Only public addresses, by HTTPS, unless the host allows others.`,
      body: newTarget,
      example: { type: 'discord', url: 'https://discord.com/api/webhooks/1/secret' },
      answers: {
        201: { description: 'The target', schema: addedTarget, example: { target: EXAMPLE, secret: null } },
      },
      refusals: [
        'target-refused',
        'too-many-targets',
        'unknown-match',
        'not-host',
        'rate-limited',
        'storage-unavailable',
      ],
      handle: async (call) => {
        take(tries, call.who.id);
        const { language } = call;
        const answer = await notices.add(call.who.id, call.body, { found: originOf(call.request), language });
        if (answer === 'not-host') throw new TableRefusal(answer);
        if (typeof answer === 'string') throw new Problem(answer);
        return { status: 201, body: answer };
      },
    }),
    route({
      ...common,
      id: 'removeTarget',
      method: 'delete',
      path: '/me/notices/targets/{target}',
      summary: 'Remove a target',
      params: targetParams,
      answers: { 204: { description: 'Done; whatever was to be delivered there is gone too' } },
      refusals: ['unknown-target', 'storage-unavailable'],
      handle: async ({ who, params }) => {
        if (!(await notices.remove(who.id, params.target))) throw new Problem('unknown-target');
        return { status: 204 };
      },
    }),
    route({
      tag: 'Tables',
      auth: 'player',
      id: 'readChannels',
      method: 'get',
      path: '/tables/{id}/channels',
      summary: 'Whom the host of a table lets be told of it',
      description:
        'Targets for this table alone: they are told whose turn it is there, with the names of the players. They end when another player becomes host.',
      params: matchParams,
      query: invited,
      about: 'id',
      inRoom: true,
      answers: {
        200: {
          description: 'Their types; without any, nobody is told',
          schema: channelsOfTable,
          example: { channels: ['discord'] },
        },
      },
      refusals: ['unknown-match', 'invitation-required', 'spectators-not-allowed', 'storage-unavailable'],
      handle: async (call) => {
        const { room, query } = call;
        accepted(room.http.look(callerOf(call, query.invitation)), room.roomName);
        const { matchId, table } = room.session;
        return { status: 200, body: { channels: await notices.channels(matchId, table.host) } };
      },
    }),
    route({
      ...common,
      auth: 'anyone',
      id: 'renewTarget',
      method: 'put',
      path: '/notices/targets/{target}',
      summary: 'Renew the subscription of a browser',
      description:
        'For its worker, after `pushsubscriptionchange`, when no page is open: the secret takes the place of a token.',
      params: targetParams,
      body: renewedSubscription,
      example: {
        secret: 'k3vn2x8tq5hwjd7ybm4cpeasr6Q_-1aB',
        url: 'https://push.example.org/send/abc',
        keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) },
      },
      answers: { 204: { description: 'Done' } },
      refusals: ['unknown-target', 'target-refused', 'storage-unavailable'],
      handle: async ({ params, body }) => {
        const fault = await notices.renew(params.target, body);
        if (fault !== undefined) throw new Problem(fault);
        return { status: 204 };
      },
    }),
    route({
      ...common,
      id: 'testTarget',
      method: 'post',
      path: '/me/notices/targets/{target}/test',
      summary: 'Send a test to a target',
      description:
        'An address of mail that is not confirmed yet gets the link again instead, a few times a day; `delivered` is then false.',
      params: targetParams,
      answers: {
        200: {
          description: 'What it answered',
          schema: triedTarget,
          example: { delivered: true, status: 204 },
        },
      },
      refusals: ['unknown-target', 'rate-limited', 'storage-unavailable'],
      handle: async ({ who, params, language }) => {
        take(tries, who.id);
        const called = await notices.test(who.id, params.target, language);
        if (called === undefined) throw new Problem('unknown-target');
        const status = 'status' in called ? called.status : null;
        return { status: 200, body: { delivered: isTold(called), status } };
      },
    }),
  ];
}

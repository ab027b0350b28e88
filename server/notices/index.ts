// Assembles what tells players something while they are away.
import type { RoomService } from '../../rooms/index.ts';
import type { MakeLimiter } from '../../rooms/people/rate-limits.ts';
import type { RoomDeps } from '../../rooms/ports.ts';
import type { GameFamily } from '../../shared/kernel/game.ts';
import type { Config } from '../process/config.ts';
import type { Limits } from '../process/limits.ts';
import type { Metrics } from '../process/metrics.ts';
import type { ProcessStore } from '../store/process-store.ts';
import type { Wording } from './bodies.ts';
import { Calendars } from './calendar.ts';
import { Caller } from './caller.ts';
import { Courier } from './courier.ts';
import { MailDesk } from './mail-desk.ts';
import { MailLinks } from './mail-links.ts';
import { Mailer } from './mailer.ts';
import { NoticeOffice } from './office.ts';
import type { ReachablePlayers } from './reach.ts';
import { Sealing } from './sealing.ts';
import { Tally } from './tally.ts';
import { Teller } from './teller.ts';
import { Vapid } from './vapid.ts';

interface Parts extends Pick<RoomDeps, 'now' | 'newId' | 'log'>, Pick<Wording, 'sentences'> {
  readonly store: ProcessStore;
  readonly reach: ReachablePlayers;
  readonly key: Uint8Array;
  readonly families: readonly GameFamily[];
  readonly limits: Limits;
  readonly counting: { readonly limiter: MakeLimiter };
  readonly metrics: Metrics;
  readonly rooms: Pick<RoomService, 'isPresent'>;
}

interface Notifying {
  readonly office: NoticeOffice;
  readonly courier: Courier;
  /** `undefined`: the host has no mail server. */
  readonly desk: MailDesk | undefined;
  readonly calendars: Calendars;
  readonly tally: Tally;
}

export function createNotifying(config: Config, parts: Parts): Notifying {
  const { store, reach, families, limits, metrics, rooms, sentences, ...tools } = parts;
  const titles = new Map(families.map(({ id, sentences: texts }) => [id, texts]));
  const sealing = new Sealing(parts.key);
  const vapid = new Vapid(parts.key);
  const wording: Wording = {
    sentences,
    titleOf: (game, language) => titles.get(game)?.[language].title ?? game,
  };
  const caller = new Caller({ isPrivateAllowed: config.notifyPrivate });
  const mail = mailOf(config, parts.key);
  const teller = new Teller({ ...tools, caller, sealing, vapid, wording, mail });
  const desk =
    mail &&
    new MailDesk({ ...tools, ...mail, outbox: store, reach, sealing, sentences, limits: questionsOf(parts) });
  const common = { ...tools, outbox: store, teller, isOn: () => config.notify };
  const tally = new Tally();
  const courier = new Courier({
    ...common,
    matches: store,
    isHere: (matchId, player) => rooms.isPresent(matchId, player),
    ended: (type, ending, count, seconds) => {
      tally.add(type, ending, count);
      metrics.noticesEnded(ending, count, seconds);
    },
  });
  reach.deliverBy(() => courier.look());
  const office = new NoticeOffice({
    ...common,
    matches: store,
    reach,
    sealing,
    desk,
    pushKey: vapid.publicKey,
    isPrivateAllowed: config.notifyPrivate,
    origin: config.publicUrl,
    mostPeople: limits.process.noticedPlayers,
  });
  const calendars = new Calendars({
    ...common,
    sealing,
    wording,
    origin: config.publicUrl,
    most: limits.process.noticedPlayers,
  });
  return { office, courier, desk, calendars, tally };
}

/** `undefined`: the host has no mail server. */
function mailOf({ mail, notify, publicUrl: origin }: Config, key: Uint8Array) {
  if (!notify || mail === undefined || origin === undefined) return undefined;
  return { origin, mailer: new Mailer(mail), links: new MailLinks(key, origin) };
}

function questionsOf({ counting, limits: { process: bounds } }: Parts) {
  const { limiter } = counting;
  const { mailQuestionsPerDay, mailQuestionsPerHour, rememberedKeys: maxKeys } = bounds;
  return {
    ofOne: limiter({ name: 'mail questions', amount: mailQuestionsPerDay, seconds: 86_400, maxKeys }),
    ofAll: limiter({ name: 'all mail questions', amount: mailQuestionsPerHour, seconds: 3_600, maxKeys: 1 }),
  };
}

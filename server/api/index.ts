// The HTTP interface for clients, all under /api/v1.
import type { RoomService } from '../../rooms/index.ts';
import type { MatchStore } from '../../rooms/life/match-store.ts';
import type { RateLimiter } from '../../rooms/people/rate-limits.ts';
import type { Log } from '../../rooms/ports.ts';
import type { GameFamily, Language } from '../../shared/kernel/game.ts';
import { asyncApiOf } from '../../shared/protocol/asyncapi.ts';
import type { JsonSchema } from '../../shared/protocol/schema-parts.ts';
import type { Counting } from '../http/counting.ts';
import { wantsPage } from '../http/reader.ts';
import { type Route, route } from '../http/route.ts';
import type { Calendars } from '../notices/calendar.ts';
import type { NoticeOffice } from '../notices/office.ts';
import type { StoredBlocks } from '../people/blocks.ts';
import type { Devices } from '../people/devices.ts';
import type { Identities } from '../people/identity.ts';
import type { Invitations } from '../people/invitations.ts';
import type { Passkeys } from '../people/passkeys.ts';
import type { Personal } from '../people/personal.ts';
import type { SpokenCodes } from '../people/spoken-codes.ts';
import type { Say } from '../process/language.ts';
import type { ProcessLimits } from '../process/limits.ts';
import type { Shelf } from '../process/shelf.ts';
import type { RuleTexts } from '../records/rule-texts.ts';
import { blockRoutes } from './blocks.ts';
import { calendarRoutes } from './calendar.ts';
import { clientRoute } from './client.ts';
import { codeRoutes } from './codes.ts';
import { deviceRoutes } from './devices.ts';
import { editionRoutes } from './editions.ts';
import { gameRoutes } from './games.ts';
import { type GuestBook, guestRoutes } from './guests.ts';
import { invitationRoutes } from './invitations.ts';
import type { Listing } from './listing.ts';
import { matchRoutes } from './matches.ts';
import { myRoutes } from './me.ts';
import { noticeRoutes } from './notices.ts';
import { openApiOf } from './openapi.ts';
import { apiPage } from './page.ts';
import { passkeyRoutes } from './passkeys.ts';
import { personalRoutes } from './personal.ts';
import { programRoutes } from './programs.ts';
import { ruleRoutes } from './rules.ts';
import { prepare, sendPrepared } from './sent.ts';
import { sentenceRoutes } from './sentences.ts';
import { type SignInRouteDeps, signInRoutes } from './sign-in.ts';
import { tableRoutes } from './tables.ts';

export interface ApiDeps extends Pick<SignInRouteDeps, 'signIn'> {
  readonly families: readonly GameFamily[];
  readonly shelf: Shelf;
  readonly ruleTexts: RuleTexts;
  readonly store: MatchStore;
  readonly listing: Listing;
  readonly guests: GuestBook;
  readonly identities: Identities;
  readonly devices: Devices;
  readonly invitations: Invitations;
  readonly passkeys: Passkeys;
  readonly publicUrl: string | undefined;
  readonly limits: ProcessLimits;
  readonly log: Log;
  readonly rooms: RoomService;
  readonly openings: RateLimiter;
  readonly counting: Counting;
  readonly codes: SpokenCodes;
  readonly version: string;
  readonly sentences: (language: Language) => Say;
  readonly personal: Personal;
  readonly blocks: StoredBlocks;
  readonly notices: NoticeOffice;
  readonly calendars: Calendars;
}

export function apiRoutes(deps: ApiDeps): Route[] {
  const routes = routesOf(deps);
  return [...routes, ...descriptionRoutes(openApiOf(routes, deps.version), deps)];
}

function routesOf(deps: ApiDeps): Route[] {
  return [
    ...guestRoutes(deps),
    ...deviceRoutes(deps),
    ...invitationRoutes(deps),
    ...passkeyRoutes(deps),
    ...programRoutes(deps),
    ...signInRoutes(deps),
    ...myRoutes(deps),
    ...personalRoutes(deps),
    ...blockRoutes(deps),
    ...noticeRoutes(deps),
    ...calendarRoutes(deps),
    ...gameRoutes(deps.families, deps.shelf),
    ...editionRoutes(deps.families, deps.shelf),
    ...ruleRoutes(deps.ruleTexts),
    ...sentenceRoutes(deps.families, deps.shelf),
    ...tableRoutes(deps),
    ...codeRoutes(deps),
    ...matchRoutes(deps),
    clientRoute(),
  ];
}

/** The documents of both transports, and a page that shows the first; none describes itself. */
function descriptionRoutes(document: JsonSchema, { sentences, shelf }: ApiDeps): Route[] {
  const prepared = prepare(document);
  const messages = prepare(
    asyncApiOf(shelf.games.flatMap((id) => shelf.editions(id).slice(0, 1)).map(({ game }) => game)),
  );
  // Each takes milliseconds: built once, on first use.
  const pages = new Map<Language, string>();
  const pageIn = (language: Language) => {
    const page = pages.get(language) ?? apiPage(document, sentences(language), language);
    pages.set(language, page);
    return page;
  };
  const common = { tag: '', method: 'get', auth: 'anyone', isAnywhere: true, answers: {} } as const;
  return [
    route({
      ...common,
      id: 'readDocument',
      path: '/openapi.json',
      summary: '',
      handle: (call) => sendPrepared(call, prepared),
    }),
    route({
      ...common,
      id: 'readMessages',
      path: '/asyncapi.json',
      summary: '',
      handle: (call) => sendPrepared(call, messages),
    }),
    route({
      ...common,
      id: 'readPage',
      path: '/',
      summary: '',
      handle: ({ request, response, language }) => {
        response.vary('Accept').vary('Accept-Language');
        if (!wantsPage(request)) return sendPrepared({ request, response }, prepared);
        response
          .set({ 'Content-Language': language, 'Cache-Control': 'no-cache' })
          .type('html')
          .send(pageIn(language));
        return undefined;
      },
    }),
  ];
}

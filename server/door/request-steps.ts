// What happens to a request before its route sees it. The order of the steps is part of the security: what is cheap
// and about the sender comes first, and what is done for the sender last. `order.test.ts` plants each wrong order.
import type { Peer } from '../../rooms/berth/cluster.ts';
import { pause, performance } from '../../rooms/clockwork.ts';
import { addressKey } from '../http/address.ts';
import { type Arrival, isPeer, MISDIRECTED, type Step } from '../http/arrival.ts';
import { Problem, take } from '../http/problem.ts';
import { matchOf } from '../http/route.ts';
import { NOWHERE } from '../http/target.ts';
import { readBody } from './body.ts';
import type { Door } from './entrance.ts';
import { headerFault, setSecurityHeaders, settleHeaders } from './headers.ts';
import { corsHeaders, isFromOwnPage, MEMBER_HEADER } from './hosts.ts';

type RequestStep = Step<Arrival, Door>;

/** How often a waiting request looks whether this process is sure of its matches again. */
const SURE_AGAIN_MS = 50;

/** A peer has checked and counted what it passes on. */
const fromClients =
  (step: RequestStep): RequestStep =>
  (arrival, door) =>
    isPeer(arrival.caller) ? undefined : step(arrival, door);

/** In the order in which they are taken. */
export const REQUEST_STEPS = {
  secure: ({ request, response }) => {
    setSecurityHeaders(request, response);
    return undefined;
  },
  /** Leaves only headers that can be trusted. */
  settle: (arrival, door) => {
    const { request } = arrival;
    arrival.caller = settleHeaders(request, door);
    arrival.address = String(request.headers['x-real-ip'] ?? '');
    arrival.key = addressKey(arrival.address);
    return undefined;
  },
  /** The sender looks up the owner again. */
  returnMisdirected: ({ caller, response }) => {
    if (caller !== 'misdirected') return undefined;
    response.writeHead(MISDIRECTED, { Connection: 'close' }).end();
    return 'answered';
  },
  count: fromClients(({ key, place }, { rates }) => {
    take(rates[place.area.rate], key);
    return undefined;
  }),
  demandTarget: ({ target }) => {
    if (target === NOWHERE) throw new Problem('bad-target', { closes: true });
    return undefined;
  },
  refuseForged: ({ caller }) => {
    if (caller === 'forged') throw new Problem('bad-header', { closes: true });
    return undefined;
  },
  checkHeaders: fromClients(({ request }, { hosts }) => {
    const fault = headerFault(request, hosts);
    if (fault !== undefined) throw new Problem(fault, { closes: true });
    return undefined;
  }),
  countUnderway: fromClients(({ key, response }, { underway }) => {
    if (!underway.admit(key, response)) throw new Problem('rate-limited');
    return undefined;
  }),
  checkMethod: ({ request, place }) => {
    if (!place.area.methods.has(request.method ?? '')) throw new Problem('method-not-allowed');
    return undefined;
  },
  /** Pages of other origins may use the API, but not the administrators' pages, for which browsers send the password. */
  checkOrigin: ({ request, response, place, caller }, { origins, proxies }) => {
    response.setHeader('Vary', 'Origin');
    const kind = origins(request);
    const { origin } = request.headers;
    const isAdmins = place.area.audience === 'administrators' && !isPeer(caller);
    if (kind === 'listed' && origin !== undefined && !isAdmins)
      for (const [name, value] of Object.entries(corsHeaders(origin))) response.setHeader(name, value);
    else if (place.route?.isForAllPages === true) response.setHeader('Access-Control-Allow-Origin', '*');
    const isChange = request.method !== 'GET' && request.method !== 'HEAD';
    const isDoubtful = isAdmins && !isFromOwnPage(request, proxies);
    if (isChange && (kind === 'foreign' || isDoubtful)) throw new Problem('origin-not-allowed');
    return undefined;
  },
  answerPreflight: ({ request, response }) => {
    if (request.method !== 'OPTIONS') return undefined;
    response.writeHead(204).end();
    return 'answered';
  },
  read: async (arrival, { limits }) => {
    const { request, place, caller } = arrival;
    const { audience, forms } = place.area;
    const body = await readBody(request, {
      maxBytes: audience === 'peers' && isPeer(caller) ? limits.errandBytes : limits.bodyBytes,
      forms: place.route?.acceptsForms === true ? 'read' : forms,
    });
    if (!body.ok) {
      if (body.code === 'aborted') return 'answered';
      throw new Problem(body.code, { closes: true });
    }
    arrival.body = body.bytes;
    arrival.input = body.value ?? {};
    return undefined;
  },
  checkSeal: ({ caller, body }, { peers }) => {
    if (isPeer(caller) && peers?.hasBody(caller, body) !== true) throw new Problem('bad-header');
    return undefined;
  },
  /** While the database does not answer for a moment, requests wait like the moves that have arrived. */
  awaitMatches: async ({ place, response }, { isOwner, isLost, limits }) => {
    const { area, route } = place;
    if (!area.isAboutMatches || route === undefined || route.isAnywhere === true) return undefined;
    const until = performance.now() + limits.storePatienceSeconds * 1000;
    while (!isOwner()) {
      if (isLost() || response.destroyed || performance.now() > until) throw new Problem('shutting-down');
      await pause(SURE_AGAIN_MS);
    }
    return undefined;
  },
  /** To the process that has its match, or while this one is leaving to any other. */
  passOn: async (arrival, door) => {
    const { place, response, caller } = arrival;
    const { peers, answer, isLeaving } = door;
    if (peers === undefined) return undefined;
    if (isPeer(caller)) {
      // Not passed on again: the sender looks up the owner.
      arrival.elsewhere = () => void response.writeHead(MISDIRECTED).end();
      return undefined;
    }
    const matchId = matchIn(arrival);
    const pass = async (known?: Peer) => {
      response.removeHeader(MEMBER_HEADER);
      return (await peers.pass(matchId ?? '', known, arrival)) === 'answered';
    };
    arrival.elsewhere = (peer) => {
      pass(peer)
        .then((isAnswered) => {
          if (!isAnswered) throw new Problem('shutting-down', { obstacle: 'owner gone' });
        })
        .catch((error: unknown) => answer(arrival, error));
    };
    if (matchId !== undefined && peers.isHere(matchId)) return undefined;
    if (matchId !== undefined && (await pass())) return 'answered';
    const other = place.area.isAboutMatches && isLeaving?.() === true ? peers.any() : undefined;
    return other !== undefined && (await pass(other)) ? 'answered' : undefined;
  },
  /** Tells the proxy which process has the match. */
  nameMember: (arrival, { peers }) => {
    const isHere = arrival.place.route?.opensMatch === true || matchIn(arrival) !== undefined;
    if (peers?.name !== undefined && isHere) arrival.response.setHeader(MEMBER_HEADER, peers.name);
    return undefined;
  },
  demandRight: (arrival) => {
    arrival.place.area.demand?.(arrival);
    return undefined;
  },
  /** Pages are found by express. */
  demandRoute: ({ place: { area, route, allowed }, caller, response }) => {
    if (area.prefix === '' || (route !== undefined && (area.audience !== 'peers' || isPeer(caller))))
      return undefined;
    if (allowed.length === 0 || area.audience === 'peers') throw new Problem('not-found');
    response.setHeader('Allow', allowed.join(', '));
    throw new Problem('method-not-allowed');
  },
} satisfies Readonly<Record<string, RequestStep>>;

function matchIn({ place: { route, params }, input }: Arrival): string | undefined {
  return route && matchOf(route, { params, body: input });
}

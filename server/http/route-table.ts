// All routes by their address: what a request is for is known before anything is done for it.
import type { Arrival } from './arrival.ts';
import type { Route } from './route.ts';

/** Routes under one prefix, with what holds for every request there, even if no route has its address. */
export interface Area {
  readonly prefix: string;
  /** Where its routes begin, if not at the prefix itself. */
  readonly base?: string;
  readonly routes: readonly Route[];
  /** Which requests are counted together. */
  readonly rate: 'api' | 'matchmaking' | 'others';
  readonly methods: ReadonlySet<string>;
  /** `administrators`: browsers add their password to any request; `peers`: clients find nothing here. */
  readonly audience: 'clients' | 'administrators' | 'peers';
  /** Only a process that is sure of its matches answers here, except for routes that say otherwise. */
  readonly isAboutMatches: boolean;
  readonly isClosed: () => boolean;
  /** Forms of pages that work without scripts; `unread`: whatever is sent there, what it says does not matter. */
  readonly forms?: 'read' | 'unread';
  /** Colyseus' SDK asks here. */
  readonly isForSdk?: true;
  /** Refuses those who may not even know which routes there are. */
  readonly demand?: (arrival: Arrival) => void;
}

/** Where a request has arrived. */
export interface Place {
  readonly area: Area;
  /** `undefined`: its method or address is not known there. */
  readonly route: Route | undefined;
  readonly params: Readonly<Record<string, string>>;
  /** The address without what is variable in it. */
  readonly label: string | undefined;
  /** What the address can be asked for, as the header `Allow` says it. */
  readonly allowed: readonly string[];
}

export const PAGE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'OPTIONS']);
export const API_METHODS: ReadonlySet<string> = new Set([...PAGE_METHODS, 'PUT', 'DELETE']);

/** Pages, probes and everything unknown. */
const OPEN: Area = {
  prefix: '',
  routes: [],
  rate: 'others',
  methods: PAGE_METHODS,
  audience: 'clients',
  isAboutMatches: false,
  isClosed: () => false,
};

/** One part of an address, below the parts before it. */
interface Part {
  readonly named: Map<string, Part>;
  variable: { readonly name: string; readonly part: Part } | undefined;
  readonly routes: Map<string, Route>;
  label: string | undefined;
}

export class RouteTable {
  readonly #areas: readonly { readonly area: Area; readonly root: Part }[];

  /** An area inside another one comes before it. */
  constructor(areas: readonly Area[]) {
    this.#areas = areas.map((area) => ({ area, root: rootOf(area) }));
  }

  find(method: string, path: string): Place {
    const found = this.#areas.find(
      ({ area: { prefix } }) => path === prefix || path.startsWith(`${prefix}/`),
    );
    if (found === undefined) return { ...NOT_FOUND, area: OPEN };
    const { area, root } = found;
    const { prefix, base = prefix } = area;
    if (path !== base && !path.startsWith(`${base}/`)) return { ...NOT_FOUND, area };
    const params: Record<string, string> = {};
    const rest = path.slice(base.length);
    const part = partAt(root, partsOf(rest), params);
    if (part === undefined || part.routes.size === 0 || !isSpelled(part, rest, params))
      return { ...NOT_FOUND, area };
    const route = part.routes.get(method === 'HEAD' ? 'get' : method.toLowerCase());
    const allowed = [...part.routes.keys()].map((one) => (one === 'get' ? 'GET, HEAD' : one.toUpperCase()));
    return { area, route, params, label: part.label, allowed };
  }
}

const NOT_FOUND = { route: undefined, params: {}, label: undefined, allowed: [] } as const;

function rootOf({ prefix, base = prefix, routes }: Area): Part {
  const root = emptyPart();
  for (const route of routes) {
    let part = root;
    for (const text of partsOf(route.path)) part = below(part, text);
    part.routes.set(route.method, route);
    part.label = route.label ?? `${base}${route.path.replace(/\{(\w+)\}/g, ':$1')}`;
  }
  return root;
}

function below(part: Part, text: string): Part {
  const [, name] = /^\{(\w+)\}$/.exec(text) ?? [];
  if (name !== undefined) {
    part.variable ??= { name, part: emptyPart() };
    return part.variable.part;
  }
  const next = part.named.get(text) ?? emptyPart();
  part.named.set(text, next);
  return next;
}

function partAt(root: Part, texts: readonly string[], params: Record<string, string>): Part | undefined {
  let part: Part | undefined = root;
  for (const text of texts) {
    const named: Part | undefined = part.named.get(text);
    if (named === undefined && part.variable !== undefined)
      params[part.variable.name] = decodeURIComponent(text);
    part = named ?? part.variable?.part;
    if (part === undefined) return undefined;
  }
  return part;
}

function emptyPart(): Part {
  return { named: new Map(), variable: undefined, routes: new Map(), label: undefined };
}

function isSpelled({ routes }: Part, path: string, params: Readonly<Record<string, string>>): boolean {
  for (const { parts } of routes.values()) {
    if (parts === undefined) continue;
    const isPlain = !path.endsWith('/') && !path.includes('%');
    if (!isPlain || !Object.entries(parts).every(([name, fits]) => fits(params[name] ?? ''))) return false;
  }
  return true;
}

/** A slash at the end makes no difference. */
function partsOf(path: string): string[] {
  return path.split('/').slice(1, path.endsWith('/') ? -1 : undefined);
}

// What operators see in a terminal: the addresses of the server, and a readable log.
import { networkInterfaces } from 'node:os';
import { styleText } from 'node:util';
import type { DestinationStream } from 'pino';
import { languageOf } from '../../rooms/people/language.ts';
import type { Language } from '../../shared/kernel/game.ts';
import type { Environment } from './config.ts';
import type { Say } from './language.ts';

/** The longest field shown next to a message; the JSON log has all of it. */
const FIELD_LENGTH = 100;
const MANY_ADDRESSES = 4;
/** Interfaces of containers, virtual machines and tunnels: rarely those by which friends arrive. */
const VIRTUAL = /^(?:docker|br-|veth|virbr|vmnet|vboxnet|tun|tap|utun|wg|vEthernet)/;
/** In place of a control character. */
const UNSHOWN = '\ufffd';
const LEVELS: Readonly<Record<number, readonly [string, Parameters<typeof styleText>[0]]>> = {
  20: ['debug', 'dim'],
  30: ['info ', 'green'],
  40: ['warn ', 'yellow'],
  50: ['error', 'red'],
};

type Write = (text: string) => void;

/** Formats log lines for people. */
export function readable(write: Write, hasColours: boolean): DestinationStream {
  const styled: typeof styleText = (style, text) =>
    hasColours ? styleText(style, text, { validateStream: false }) : text;
  return {
    write: (line) => {
      const { level, time, msg, err, stack, ...fields } = JSON.parse(line) as Record<string, unknown>;
      const [name, colour] = LEVELS[Number(level)] ?? ['     ', 'reset'];
      const details = Object.entries(fields).map(([key, value]) => styled('dim', `${key}=${short(value)}`));
      const head = [clock(time), styled(colour, name), String(msg), ...details].join(' ');
      const trace = [stackOf(err), stackOf({ stack })].filter((text) => text !== '');
      write(`${[head, ...trace].join('\n')}\n`);
    },
  };
}

function clock(time: unknown): string {
  return new Date(String(time)).toTimeString().slice(0, 8);
}

function short(value: unknown): string {
  const text = harmless(typeof value === 'string' ? value : JSON.stringify(value)).replaceAll('\n', UNSHOWN);
  return text.length > FIELD_LENGTH ? `${text.slice(0, FIELD_LENGTH)}…` : text;
}

function stackOf(error: unknown): string {
  const stack = typeof error === 'object' && error !== null && 'stack' in error ? error.stack : undefined;
  return typeof stack === 'string' ? harmless(stack).replaceAll(/^/gm, '    ') : '';
}

/** Foreign text must not move the cursor. */
function harmless(text: string): string {
  return text.replaceAll(/[^\P{Cc}\n]/gu, UNSHOWN);
}

interface Addresses {
  /** On this machine. */
  readonly here: string;
  /** On the same network. */
  readonly network: readonly string[];
}

/** The URLs of a server that listens on this port and host (`undefined`: all). */
export function addressesOf(
  port: number,
  host: string | undefined,
  interfaces = networkInterfaces(),
): Addresses {
  const url = (name: string) => `http://${name.includes(':') ? `[${name}]` : name}:${port}/`;
  const others = Object.entries(interfaces)
    .toSorted(([one], [other]) => Number(VIRTUAL.test(one)) - Number(VIRTUAL.test(other)))
    .flatMap(([, all = []]) => all)
    .flatMap(({ internal, family, address }) => (!internal && family === 'IPv4' ? [address] : []));
  if (host === undefined || host === '0.0.0.0' || host === '::')
    return { here: url('localhost'), network: others.slice(0, MANY_ADDRESSES).map(url) };
  return { here: url(host), network: others.filter((address) => address === host).map(url) };
}

/** Printed once the server listens. */
export function welcome(say: Say, version: string, { here, network }: Addresses): string {
  const places = [
    [say('start.here'), here] as const,
    ...network.map((address) => [say('start.network'), address] as const),
  ];
  const width = Math.max(...places.map(([label]) => label.length));
  return [
    '',
    `  ${say('start.ready').replace('{version}', version)}`,
    ...places.map(([label, address]) => `    ${label.padEnd(width)}  ${address}`),
    `  ${say('start.end')}`,
    '',
    '',
  ].join('\n');
}

/** The language of the terminal's user, from a POSIX locale such as `fr_FR.UTF-8`. */
export function languageOfTerminal(environment: Environment): Language {
  const { LC_ALL, LC_MESSAGES, LANG } = environment;
  const [named = ''] = [LC_ALL, LC_MESSAGES, LANG].filter((text) => text !== undefined && text !== '');
  return languageOf(named.split(/[.@]/)[0]?.replace('_', '-'));
}

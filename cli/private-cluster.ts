// A cluster on one machine: PostgreSQL, Redis, members and a proxy, from the machine's own binaries.
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import { Member } from './private-member.ts';
import { hasPostgres, MISSING, type Postgres, startPostgres } from './private-postgres.ts';
import { hasProxy, PROXY_MISSING, startProxy } from './private-proxy.ts';
import { hasRedis, REDIS_MISSING, type Redis, startRedis } from './private-redis.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** What is not installed here, one line each. */
export function missingForCluster(): readonly string[] {
  return [
    ...(hasPostgres() ? [] : [MISSING]),
    ...(hasRedis() ? [] : [REDIS_MISSING]),
    ...(hasProxy() ? [] : [PROXY_MISSING]),
  ];
}

interface ClusterOrder {
  readonly members: number;
  /** Additional settings for every member. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Options of Node, for every member. */
  readonly flags?: readonly string[];
  /** Where members reach each other, if not directly; at their own ports. */
  readonly peerHost?: string;
  /** The proxy's port; a free one if omitted. */
  readonly port?: number | undefined;
  /** Ctrl+C in this terminal does not reach its parts: the caller stops them. */
  readonly detached?: boolean;
  /** Called with the database before anything uses it. */
  readonly prepare?: (postgres: Postgres) => Promise<void>;
  /** Called with each server before it starts. */
  readonly onMember?: (member: Member) => void;
  /** Called before each step of the start. */
  readonly onStep?: (what: string) => void;
  /** Called with each error that a member logs. */
  readonly onError?: (member: string, line: string) => void;
}

export interface Cluster {
  /** The proxy's URL, the only one that players know. */
  readonly url: string;
  readonly postgres: Postgres;
  readonly redis: Redis;
  readonly members: readonly Member[];
  /** Kills the remaining processes, and removes all data. */
  remove(): Promise<void>;
}

/** The settings that make a process a member; without a name the proxy treats all alike. */
export function memberSettings(
  { postgres, redis }: { readonly postgres: Postgres; readonly redis: Redis },
  port: number,
  name = '',
): Record<string, string> {
  return {
    DATABASE_URL: postgres.url,
    REDIS_URL: redis.url,
    PEER_ADDRESS: `127.0.0.1:${port}`,
    MEMBER_NAME: name,
    TRUST_PROXY: '1',
  };
}

export async function startCluster(order: ClusterOrder): Promise<Cluster> {
  const missing = missingForCluster();
  if (missing.length > 0) throw new Error(missing.join('\n'));
  const { onStep, onError, flags = [], detached = false } = order;
  const { folder, remove: removeFolder } = temporaryFolder('cluster');
  const parts: { remove(): Promise<void> }[] = [];
  const remove = async () => {
    for (const part of parts.toReversed()) await part.remove();
    removeFolder();
  };
  try {
    onStep?.('PostgreSQL');
    const postgres = await startPostgres({ durable: true, detached });
    parts.push(postgres);
    await order.prepare?.(postgres);
    onStep?.('Redis');
    const redis = await startRedis({ detached });
    parts.push(redis);
    const members: Member[] = [];
    const homes: Record<string, number> = {};
    for (let n = 1; n <= order.members; n++) {
      const name = `server ${n}`;
      const memberName = `server-${n}`;
      const port = await freePort();
      const member = new Member({
        name,
        folder: join(folder, `${n}`),
        port,
        settings: {
          ...memberSettings({ postgres, redis }, port, memberName),
          ...(order.peerHost !== undefined && { PEER_ADDRESS: `${order.peerHost}:${port}` }),
          ...order.settings,
        },
        flags,
        detached,
        onError: (line) => onError?.(name, line),
      });
      members.push(member);
      homes[memberName] = port;
      parts.push({ remove: () => member.kill() });
      onStep?.(name);
      order.onMember?.(member);
      await member.start();
    }
    onStep?.('the proxy');
    const proxy = await startProxy(
      members.map(({ port }) => port),
      { port: order.port, homes, detached },
    );
    parts.push(proxy);
    return { url: proxy.url, postgres, redis, members, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

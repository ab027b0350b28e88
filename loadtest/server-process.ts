// The load test's own server or servers: free ports, temporary folders, no limits for one address.
import { startCluster } from '../cli/private-cluster.ts';
import { startServer } from '../cli/server-process.ts';
import { temporaryFolder } from '../cli/temporary-folder.ts';
import { PROBE } from './compare/process.ts';
import { NO_LIMITS } from './no-limits.ts';

export interface OwnServer {
  readonly url: string;
  /** The processes, if there is a proxy in front of them. */
  readonly servers?: readonly string[];
  /** What it wrote to standard error. */
  errors(): string;
  stop(): Promise<void>;
}

/** `profile`: it writes a CPU profile into this folder when it ends. */
export async function startOwnServer(profile?: string): Promise<OwnServer> {
  const { folder, remove } = temporaryFolder('load');
  const profiling = profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`];
  const flags = [...profiling, '--import', PROBE];
  const server = startServer({ folder, settings: NO_LIMITS, flags, channel: true });
  const stop = async () => {
    await server.end('SIGTERM');
    remove();
  };
  const url = `http://127.0.0.1:${await server.port}`;
  return { url, errors: () => server.errors.join('\n'), stop };
}

export async function startOwnCluster(members: number): Promise<OwnServer> {
  const cluster = await startCluster({ members, settings: NO_LIMITS });
  return {
    url: cluster.url,
    servers: cluster.members.map(({ url }) => url),
    errors: () =>
      cluster.members.flatMap(({ name, errors }) => errors.map((line) => `${name}: ${line}`)).join('\n'),
    stop: () => cluster.remove(),
  };
}

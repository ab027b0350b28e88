// A storage thread as under `node --watch`: among its own messages are those of Node about loaded modules.
import { parentPort, workerData } from 'node:worker_threads';
import { serve, type ThreadStart } from '../store/thread-loop.ts';

const port = parentPort;
if (port === null) throw new Error('a thread only');
const loaded = () => port.postMessage({ 'watch:import': ['file:///some-module.ts'] });
loaded();
await serve(port, workerData as ThreadStart, loaded);

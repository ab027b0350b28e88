// Servers with false previews and selections of legal commands.
import type { Json } from '../../guest.ts';
import type { Meddling } from '../../middleman.ts';
import { foresight } from '../../scenes/foresight.ts';
import { answering, asking, bodies, type Fault, isDone } from './fault.ts';

export const foresightFaults: readonly Fault[] = [
  {
    what: 'lists all legal commands, whatever the wish',
    scene: foresight,
    breaks: 'P-4.9',
    meddling: () =>
      asking((passing) => {
        passing.path = passing.path.replace(/\?type=.*/, '');
      }),
  },
  {
    what: 'does not list all matching commands',
    scene: foresight,
    breaks: 'P-4.9',
    meddling: () =>
      bodies(
        (body) => ({ ...body, commands: [] }),
        ({ path }) => path.includes('&fields='),
      ),
  },
  {
    what: 'plays a preview',
    scene: foresight,
    breaks: 'P-9.1',
    meddling: () =>
      asking((passing) => {
        passing.path = passing.path.replace('/preview', '/commands');
      }),
  },
  {
    what: 'gives previews to spectators',
    scene: foresight,
    breaks: 'P-9.1',
    meddling: () =>
      answering(
        () => ({ status: 200, body: {} }),
        ({ path }, { body }) => path.endsWith('/preview') && body['code'] === 'not-a-player',
      ),
  },
  {
    what: 'previews an event that does not happen',
    scene: foresight,
    breaks: 'P-9.2',
    meddling: () =>
      previews((body) => ({ ...body, events: [{ type: 'sky-fallen' }, ...(body['events'] as Json[])] })),
  },
  {
    what: 'marks an incomplete preview as complete',
    scene: foresight,
    breaks: 'P-9.2',
    meddling: () => previews((body) => ({ ...body, complete: true, stop: null, events: [] })),
  },
  {
    what: 'previews more than the seat can know',
    scene: foresight,
    breaks: 'P-9.3',
    meddling: () => previews((body) => ({ ...body, seatView: { next: 'shipment-red-1' } })),
  },
];

function previews(change: (body: Json) => Json): Meddling {
  return bodies(change, ({ path }, answered) => path.endsWith('/preview') && isDone(answered));
}

// Servers from which clients cannot draw a table.
import type { Json } from '../../guest.ts';
import type { Meddling, Passing } from '../../middleman.ts';
import { drawing } from '../../scenes/drawing.ts';
import { allowing, answering, bodies, type Fault, isDone } from './fault.ts';

export const drawingFaults: readonly Fault[] = [
  {
    what: 'shows another edition than the requested one',
    scene: drawing,
    breaks: 'P-7.4',
    meddling: () => catalogues((body) => ({ ...body, edition: 'another' })),
  },
  {
    what: 'forbids caching catalogues',
    scene: drawing,
    breaks: 'P-7.4',
    meddling: () =>
      answering(
        (answered) => ({ ...answered, headers: { ...answered.headers, 'cache-control': 'no-store' } }),
        isCatalogue,
      ),
  },
  {
    what: 'leaves a list out of the catalogue',
    scene: drawing,
    breaks: 'P-7.4',
    meddling: () =>
      catalogues((body) => ({ ...body, components: { ...(body['components'] as Json), harbour: [] } })),
  },
  {
    what: 'has no colours for seats',
    scene: drawing,
    breaks: 'P-7.4',
    meddling: () => catalogues((body) => ({ ...body, seats: { ...(body['seats'] as Json), colours: [] } })),
  },
  {
    what: 'does not give the types of ids',
    scene: drawing,
    breaks: 'P-7.4',
    meddling: () =>
      bodies(
        (body) => ({ ...body, $defs: { publicView: {} } }),
        ({ path }) => path.endsWith('/schemas'),
      ),
  },
  {
    what: 'has a component without a name',
    scene: drawing,
    breaks: 'P-7.5',
    meddling: () =>
      sentences((body) => ({
        ...body,
        components: { ...(body['components'] as Json), 'harbour-05': '' },
      })),
  },
  {
    what: 'has no sentence for an event',
    scene: drawing,
    breaks: 'P-7.5',
    meddling: () =>
      sentences((body) => ({ ...body, events: { ...(body['events'] as Json), 'game-started': [] } })),
  },
  {
    what: 'has no names for its commands',
    scene: drawing,
    breaks: 'P-7.5',
    meddling: () => sentences((body) => ({ ...body, commands: {} })),
  },
  {
    what: 'has no sentences for refusals of tables',
    scene: drawing,
    breaks: 'P-7.5',
    meddling: () =>
      bodies(
        () => ({}),
        ({ path }) => path.startsWith('/api/v1/sentences/'),
      ),
  },
  {
    what: 'shows the built-in edition instead of an unknown one',
    scene: drawing,
    breaks: 'P-2.1',
    meddling: () => allowing('unknown-edition'),
  },
];

function isCatalogue({ path }: Passing): boolean {
  return path.includes('/editions/');
}

function catalogues(change: (body: Json) => Json): Meddling {
  return bodies(change, (passing, answered) => isCatalogue(passing) && isDone(answered));
}

function sentences(change: (body: Json) => Json): Meddling {
  return bodies(
    change,
    ({ path }, answered) => path.includes('/games/') && path.includes('/sentences/') && isDone(answered),
  );
}

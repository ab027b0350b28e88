// The typed client as one module, for pages that have no package of it.
import { z } from 'zod';
import { type Route, route } from '../http/route.ts';
import { type Prepared, prepareText, sendPrepared } from './sent.ts';

const TYPE = 'text/javascript';
/** Other styles and scripts are for our own pages only. */
const HEADERS = { 'Cross-Origin-Resource-Policy': 'cross-origin' };

export function clientRoute(): Route {
  // Made when first asked for; a failure is not kept.
  let made: Promise<Prepared> | undefined;
  const make = async () => {
    try {
      // Imported on demand, since bundlers are large.
      const { joinedClient } = await import('../../client/packing/join.ts');
      return prepareText(joinedClient(), TYPE);
    } catch (error) {
      made = undefined;
      throw error;
    }
  };
  return route({
    id: 'readClient',
    tag: 'Client',
    method: 'get',
    auth: 'anyone',
    isAnywhere: true,
    path: '/client.js',
    summary: 'The typed client as a module',
    description:
      'One ES module without dependencies, which pages of the origins that the host lists may import: `import { guest, quayside } from …`. The package `quayside-client` has the same with types. It fits this server’s version of the protocol.',
    answers: {
      200: { description: 'The module', mediaType: TYPE, schema: z.string() },
      304: { description: 'You have it already' },
    },
    handle: async (call) => {
      made ??= make();
      return sendPrepared(call, await made, HEADERS);
    },
  });
}

// Whom the caller has blocked, to lift it again.
import { z } from 'zod';
import { myBlock } from '../../shared/protocol/lists.ts';
import { type Route, route } from '../http/route.ts';
import type { StoredBlocks } from '../people/blocks.ts';

export function blockRoutes({ blocks }: { readonly blocks: StoredBlocks }): Route[] {
  const common = { tag: 'You', auth: 'player', refusals: ['storage-unavailable'] } as const;
  return [
    route({
      ...common,
      id: 'listMyBlocks',
      method: 'get',
      path: '/me/blocks',
      summary: 'People whom you have muted or blocked',
      description: 'At a table, `block` adds to them.',
      answers: {
        200: {
          description: 'Newest first',
          schema: z.strictObject({ blocks: z.array(myBlock) }),
          example: { blocks: [] },
        },
      },
      handle: async ({ who }) => ({
        status: 200,
        body: {
          blocks: (await blocks.list(who.id)).map(({ blockId, name, how, at }) => ({
            blockId,
            name,
            how,
            at: new Date(at).toISOString(),
          })),
        },
      }),
    }),
    route({
      ...common,
      id: 'liftBlock',
      method: 'delete',
      path: '/me/blocks/{blockId}',
      summary: 'Hear and admit a person again',
      params: z.strictObject({ blockId: z.string().max(64) }),
      answers: { 204: { description: 'Done, or there was no such entry' } },
      handle: async ({ who, params: { blockId } }) => {
        await blocks.remove(who.id, blockId);
        return { status: 204 };
      },
    }),
  ];
}

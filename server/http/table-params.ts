// How a table is named in a path, with the invitation to it, for all routes that need one.
import { z } from 'zod';
import { joinOptions } from '../../shared/protocol/messages.ts';
import { MATCH_ID } from './route.ts';

/** Of routes that are about one match. */
export const matchParams = z
  .strictObject({
    id: z.string().regex(MATCH_ID).describe('The id of the match and its table.'),
  })
  .meta({ missing: { id: 'unknown-match' } });

export const invitation = joinOptions.shape.invitation.describe(
  'The invitation, for a private table where you have no seat.',
);
export const invited = z.strictObject({ invitation });

/** Why a match cannot be left. */
export const NOT_PLAYING = ['not-started', 'game-over', 'match-abandoned', 'frozen', 'storage-unavailable'];

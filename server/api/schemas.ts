// JSON Schemas of everything a game takes and sends, from the schemas that check it.
import { z } from 'zod';
import type { Game } from '../../shared/kernel/game.ts';

export function schemasOf(game: Game): object {
  return { $id: game.id, options: z.toJSONSchema(game.schemas.options, { io: 'input' }) };
}

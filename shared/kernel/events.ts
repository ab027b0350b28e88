// Schemas of events.
import { z } from 'zod';

/** The schema of one event; the type comes first. */
export function event<Type extends string, Fields extends z.ZodRawShape>(type: Type, fields: Fields) {
  return z.strictObject({ type: z.literal(type), ...fields });
}

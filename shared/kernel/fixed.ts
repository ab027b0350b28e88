// Parts of a state that never change once they are made: copies of the state share them.
import type { z } from 'zod';

/** Replaced as a whole or not at all, so that copying a state need not copy it. The compiler refuses changes. */
export function fixed<T>(schema: z.ZodType<T>): z.ZodType<Readonly<T>> {
  return schema;
}

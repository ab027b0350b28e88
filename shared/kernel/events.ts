// Schemas of events.
import { z } from 'zod';

/** The events that a table of schemas describes. */
export type EventIn<Schemas extends Readonly<Record<string, z.ZodObject>>> = {
  [Type in keyof Schemas]: z.infer<Schemas[Type]>;
}[keyof Schemas];

/** The schema of one event; the type comes first. */
export function event<Type extends string, Fields extends z.ZodRawShape>(type: Type, fields: Fields) {
  return z.strictObject({ type: z.literal(type), ...fields });
}

type SchemasOf<All extends Readonly<Record<string, z.ZodRawShape>>> = {
  readonly [Type in keyof All & string]: ReturnType<typeof event<Type, All[Type]>>;
};

/** The schemas of all events, from their fields by type. */
export function eventsOf<const All extends Readonly<Record<string, z.ZodRawShape>>>(all: All) {
  const schemas = Object.entries(all).map(([type, fields]) => [type, event(type, fields)]);
  return Object.fromEntries(schemas) as SchemasOf<All>;
}

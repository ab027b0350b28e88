// Requests for legal commands and previews, and their answers.
import { z } from 'zod';
import { mapOf } from '../kernel/keys.ts';
import { STOPS } from '../kernel/sealed.ts';

export const event = z.looseObject({ type: z.string() }).meta({ id: 'Event' });
const command = z.looseObject({ type: z.string() }).meta({ id: 'LegalCommand' });
const type = z.string().max(64).describe('Only commands of this type.');
const fields = mapOf(z.string().max(64), z.unknown());

/** Without a type: all commands. */
export const legalRequest = z.strictObject({
  type: type.optional(),
  fields: fields
    .optional()
    .describe(
      'With `type`: only commands with these fields. Of a map or list, some entries are enough; null means that there is no such entry.',
    ),
});

const values = z.array(z.unknown()).describe('Values that it can have.');
const next = z.strictObject({
  field: z.string(),
  values,
  complete: z.boolean().describe('False if it can have other values too.'),
  entry: z
    .strictObject({
      key: z.string().describe('A key of the map; of a list, a position or one of its ids.'),
      values: values.describe('Values that it can have; null: no such entry.'),
      complete: z.boolean().describe('False if it can have other values too.'),
    })
    .optional()
    .describe(
      'If one of the values would not do, since there are others or you gave a part: the first entry that leaves a choice.',
    ),
});

export const legalAnswer = z
  .strictObject({
    decision: z.nullable(z.int()).describe('The id of your seat’s open decision; null if it is not asked.'),
    commands: z
      .array(command)
      .describe('What answers the decision; with `type`, commands of that type. Each is ready to be sent.'),
    unasked: z
      .array(command)
      .describe('What the seat may do although nobody asks, such as resigning; with `type`, empty.'),
    complete: z.boolean().describe('False if there are more.'),
    types: z
      .array(
        z.strictObject({
          type: z.string(),
          count: z.int().min(1).describe('How many there are; a minimum unless `complete`.'),
          complete: z.boolean().describe('Whether all were counted.'),
          next: next.optional().describe('If not all were counted: the first field that leaves a choice.'),
        }),
      )
      .optional()
      .describe('If there are more and you named no type: the types to ask for.'),
    next: next
      .optional()
      .describe('If there are more of the type you named: the first field that leaves a choice.'),
  })
  .meta({ id: 'Legal', description: 'What a seat may do now.' });

export type LegalAnswer = z.infer<typeof legalAnswer>;

/** The command as it would be sent. */
export const previewRequest = z.looseObject({
  type: z.string().max(64).describe('Type of the command; its fields and `decision` as for sending it.'),
});

export const previewAnswer = z
  .strictObject({
    version: z.int().min(1).describe('The version that the command would create.'),
    complete: z.boolean().describe('Whether everything up to the next decision could be foreseen.'),
    stop: z
      .nullable(z.enum(STOPS))
      .describe('Why the preview stops: a fact that your seat does not know, or chance; null if complete.'),
    events: z
      .array(event)
      .describe('The events as you would see them; if not complete, those before the stop.'),
    view: z.looseObject({}).describe('The public view then; described by `publicView` in the schemas.'),
    seatView: z.looseObject({}).describe('What only your seat would see; described by `seatView`.'),
  })
  .meta({ id: 'Preview', description: 'What would happen, as far as your seat can foresee it.' });

export type PreviewAnswer = z.infer<typeof previewAnswer>;

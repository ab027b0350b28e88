// Who somebody is: tokens, and the devices that hold them.
import { z } from 'zod';

export const ticket = z
  .strictObject({
    token: z.string().describe('Send it as `Authorization: Bearer …` with every request. Keep it secret.'),
    id: z.string(),
    name: z.string(),
    expiresAt: z.iso.datetime().describe('Of the token.'),
  })
  .meta({ id: 'Ticket', description: 'Your identity.' });

export const deviceTicket = z
  .strictObject({
    ...ticket.shape,
    device: z.string().describe('The id of the device.'),
    refreshToken: z.string().describe('Good for the next tokens, once. Keep it secret.'),
  })
  .meta({ id: 'DeviceTicket', description: 'Your identity on one device.' });

export const signInTicket = z
  .strictObject({
    ...deviceTicket.shape,
    isSame: z.boolean().describe('You are the guest whose refresh token you have shown.'),
    language: z.nullable(z.enum(['fr', 'en'])).describe('What the provider says that you read.'),
  })
  .meta({ id: 'SignInTicket', description: 'Your identity on one device that is signed in.' });

const programScope = z
  .enum(['play', 'read'])
  .describe('`read`: what GET answers, streams included; no sockets.');

export const deviceFacts = z
  .strictObject({
    id: z.string(),
    kind: z
      .enum(['device', 'invited', 'program', 'keys'])
      .describe(
        '`invited`: an invitation, or a device that was let in and has not got its tokens yet; `keys`: all tokens that belong to no device.',
      ),
    name: z.string(),
    createdAt: z.iso.datetime(),
    usedAt: z.iso.datetime().describe('Within some minutes.'),
    expiresAt: z.iso.datetime(),
    scope: programScope.optional().describe('Of a program.'),
    isBot: z.boolean().optional().describe('Of a program: whether it is a player of its own.'),
    isThis: z.boolean().describe('The one that asks.'),
    asker: z
      .strictObject({ name: z.string(), code: z.string().describe('Both devices show it.') })
      .optional()
      .describe('Of an invitation: the device that has followed it and waits to be let in.'),
  })
  .meta({ id: 'Device' });

/** What a program may be given. */
export const programWish = z.strictObject({
  name: z.string().max(1_000),
  scope: programScope,
  days: z.int().min(1).max(366).describe('After as many days the token ends.'),
  bot: z
    .boolean()
    .default(false)
    .describe(
      'A player of its own, marked as a bot wherever it is shown; otherwise the program acts for you.',
    ),
});

export const passkeyFacts = z
  .strictObject({
    id: z.string().describe('As its authenticator named it.'),
    name: z.string(),
    address: z.string().describe('Of the pages where it works.'),
    isSynced: z.boolean().describe('Whether its authenticator copies it to others of yours.'),
    createdAt: z.iso.datetime(),
    usedAt: z.iso.datetime(),
  })
  .meta({ id: 'Passkey' });

export const programTicket = z
  .strictObject({ ...ticket.shape, program: z.string().describe('Its id in the list of devices.') })
  .meta({ id: 'ProgramTicket', description: 'The token of a program, which is shown once.' });

// The AsyncAPI document of the room protocol, from the schemas that validate the messages.

import { z } from 'zod';
import { modelName } from '../kernel/catalogue.ts';
import type { Game } from '../kernel/game.ts';
import { commandSchema, jsonSchemaOf } from './describe.ts';
import { tableRequests } from './messages.ts';
import { Models } from './models.ts';
import { accepted, REQUEST_ANSWERS, ROOM_PAYLOADS, rejection } from './room.ts';
import type { JsonSchema } from './schema-parts.ts';
import { PROTOCOL_VERSION } from './version.ts';

const DESCRIPTION = `Messages between clients and the rooms of Quayside, as the Colyseus SDKs carry them: join a match by its id, send each message below as a request (\`room.request(type, payload)\`), and listen for those of the room. In addition, the SDK keeps \`room.state\` up to date: the table, the public view of the game, and the private part of your own seat. The schemas of views and events are at \`/api/v1/games/{id}/schemas\`. Without an SDK everything is available over HTTP, see \`/api/v1/openapi.json\`.`;

/** Payloads of completed requests, which have no schema above. */
const done = z.strictObject({}).meta({ id: 'Done', description: 'Success.' });

export function asyncApiOf(games: readonly Game[]): JsonSchema {
  const book = new Book();
  const channels: Record<string, unknown> = {};
  const operations: Record<string, unknown> = {};
  for (const game of games) {
    const talk = new Talk(game.id, book);
    for (const [type, schema] of Object.entries(tableRequests)) {
      const answer = (REQUEST_ANSWERS as Partial<Record<string, z.ZodType>>)[type] ?? done;
      talk.request(type, book.message(`table.${type}`, type, schema, 'input'), {
        name: `table.${type}.answer`,
        schema: answer,
      });
    }
    for (const type of game.commands) {
      const { type: _type, ...fields } = commandSchema(game, type).shape;
      const message = book.message(`${game.id}.${type}`, type, z.strictObject(fields), 'input');
      talk.request(type, message, { name: 'accepted', schema: accepted });
    }
    for (const [type, schema] of Object.entries(ROOM_PAYLOADS)) {
      talk.tell(type, book.message(`room.${type}`, type, schema, 'output'));
    }
    channels[game.id] = talk.channel;
    Object.assign(operations, talk.operations);
  }
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Quayside rooms',
      version: `${PROTOCOL_VERSION}.0.0`,
      description: DESCRIPTION,
      license: { name: 'MIT' },
    },
    defaultContentType: 'application/msgpack',
    channels,
    operations,
    components: { messages: book.messages, schemas: book.models.schemas },
  };
}

/** Messages and schemas that all channels share. */
class Book {
  readonly messages: Record<string, JsonSchema> = {};
  readonly models = new Models('#/components/schemas/');

  message(key: string, name: string, schema: z.ZodType, io: 'input' | 'output'): string {
    this.messages[key] ??= {
      name,
      title: name,
      payload: this.models.add(schema.meta()?.id ?? modelName(key), jsonSchemaOf(schema, io, 'draft-7')),
    };
    return `#/components/messages/${key}`;
  }
}

/** The messages in the rooms of one game. */
class Talk {
  readonly operations: Record<string, unknown> = {};
  readonly #game: string;
  readonly #book: Book;
  readonly #messages: Record<string, { readonly $ref: string }> = {};

  constructor(game: string, book: Book) {
    this.#game = game;
    this.#book = book;
  }

  get channel(): object {
    return {
      address: '{matchId}',
      title: `A match of ${this.#game}`,
      description: `A room whose name is \`${this.#game}\` and whose id is the match’s.`,
      parameters: { matchId: { description: 'The match’s id.' } },
      messages: this.#messages,
    };
  }

  request(
    type: string,
    message: string,
    answer: { readonly name: string; readonly schema: z.ZodType },
  ): void {
    const answered = this.#book.message(answer.name, answer.name, answer.schema, 'output');
    const refused = this.#book.message('refusal', 'refusal', rejection, 'output');
    this.operations[`${this.#game}.${type}`] = {
      action: 'receive',
      channel: { $ref: `#/channels/${this.#game}` },
      messages: [this.#own(type, message)],
      reply: {
        channel: { $ref: `#/channels/${this.#game}` },
        messages: [this.#own(answer.name, answered), this.#own('refusal', refused)],
      },
    };
  }

  tell(type: string, message: string): void {
    this.operations[`${this.#game}.room.${type}`] = {
      action: 'send',
      channel: { $ref: `#/channels/${this.#game}` },
      messages: [this.#own(`room.${type}`, message)],
    };
  }

  #own(name: string, message: string): { readonly $ref: string } {
    this.#messages[name] = { $ref: message };
    return { $ref: `#/channels/${this.#game}/messages/${name}` };
  }
}

// Identities and admission.
import { schemaIdOf } from '../../shared/protocol/describe.ts';
import { PROTOCOL_VERSION } from '../../shared/protocol/version.ts';
import { Guest, type Json } from '../guest.ts';
import { guests, type Kit, matchOf, openTable, type Scene, seatedTable, seatsOf } from '../scene.ts';

export const identity: Scene = {
  name: 'identity and descriptions',
  rules: ['P-1.1', 'P-1.2', 'P-1.3', 'P-2.1', 'P-7.1', 'P-7.2', 'P-7.6', 'P-7.7', 'P-7.8'],
  async play(kit) {
    const { verdicts, game } = kit;
    const ann = await Guest.arrive(kit, 'Ann');
    const again = await Guest.arrive(kit, 'Anna', ann.token);
    verdicts.same('P-1.1', again.id, ann.id, 'the id of a guest who renews the token');
    const other = await Guest.arrive(kit, 'Ann');
    verdicts.hold('P-1.1', other.id !== ann.id, () => 'two guests of one name are one player');
    const id = matchOf(await openTable(kit, ann));
    for (const stranger of [new Guest(kit, ''), new Guest(kit, `${ann.token.slice(0, -3)}AAA`)]) {
      for (const path of [`/tables/${id}`, `/matches/${id}`, `/matches/${id}/stream`, '/tables']) {
        const { status, body } = await stranger.ask('GET', path);
        verdicts.same('P-1.2', [status, body['code']], [401, 'unauthenticated'], `GET ${path}`);
      }
    }
    const socket = await again.socket(id);
    const stream = again.stream(id);
    await stream.begun();
    const [full] = stream.lines;
    const told = await again.must('GET', `/matches/${id}`);
    verdicts.same('P-1.3', [socket.seat, full?.['seat'], told['seat']], [0, 0, 0], 'seats by transport');
    verdicts.same('P-7.1', full?.['protocol'], PROTOCOL_VERSION, 'protocol of full');
    stream.close();
    await socket.room.leave();
    verdicts.same('P-2.1', await ann.code('GET', '/matches/none'), 'unknown-match', 'an unknown match');
    verdicts.same(
      'P-2.1',
      await ann.code('POST', '/tables', { game: 'none' }),
      'unknown-game',
      'an unknown game',
    );
    verdicts.hold(
      'P-7.2',
      (await ann.ask('GET', '/openapi.json')).body['openapi'] !== undefined,
      () => 'there is no /api/v1/openapi.json',
    );
    const schemas = await ann.ask('GET', `/games/${game.id}/schemas`);
    verdicts.same('P-7.2', schemas.body['$id'], schemaIdOf(game), 'the schemas of the game');
    await messagesDescribed(kit, ann);
    await peopleAndPrograms(kit);
    await clientModule(kit);
  },
};

async function messagesDescribed({ verdicts, game }: Kit, reader: Guest): Promise<void> {
  const { channels, components } = (await reader.ask('GET', '/asyncapi.json')).body as {
    channels?: Json;
    components?: { messages: Record<string, { payload: Json }> };
  };
  verdicts.hold('P-7.6', channels?.[game.id] !== undefined, () => `no channel for ${game.id}`);
  const nameless = Object.entries(components?.messages ?? {}).filter(
    ([, { payload }]) => typeof payload['$ref'] !== 'string',
  );
  verdicts.same(
    'P-7.6',
    nameless.map(([message]) => message),
    [],
    'payloads without a named model',
  );
}

async function peopleAndPrograms({ verdicts, url }: Kit): Promise<void> {
  for (const [path, status] of [
    ['/', 200],
    ['/api/v1/', 200],
    ['/no/such/page', 404],
    ['/api/v1/no-such-thing', 404],
  ] as const) {
    for (const [accept, form] of [
      ['text/html,application/xhtml+xml,*/*;q=0.8', /^text\/html/],
      ['application/json', /^application\/(problem\+)?json/],
      ['*/*', /^application\/(problem\+)?json/],
    ] as const) {
      const answer = await fetch(url + path, { headers: { Accept: accept } });
      const type = String(answer.headers.get('Content-Type'));
      verdicts.hold(
        'P-7.7',
        answer.status === status && form.test(type),
        () => `${path} for ${accept}: ${answer.status} ${type}`,
      );
      await answer.body?.cancel();
    }
  }
}

async function clientModule({ verdicts, url }: Kit): Promise<void> {
  const answer = await fetch(`${url}/api/v1/client.js`);
  const text = await answer.text();
  const type = String(answer.headers.get('Content-Type'));
  verdicts.hold(
    'P-7.8',
    answer.status === 200 && type.startsWith('text/javascript'),
    () => `client.js: ${answer.status} ${type}`,
  );
  const [, offered = ''] = /^export \{([^}]*)\}/m.exec(text) ?? [];
  const names = offered.split(',').map((name) => name.trim());
  const lacking = ['guest', 'quayside'].filter((name) => !names.includes(name));
  verdicts.same('P-7.8', lacking, [], 'functions that client.js lacks');
  verdicts.hold('P-7.8', !/^import\b/m.test(text), () => 'client.js imports other modules');
}

export const admission: Scene = {
  name: 'admission',
  rules: ['P-2.2', 'P-2.3', 'P-2.4', 'P-2.5', 'P-2.6'],
  async play(kit) {
    const { verdicts } = kit;
    const [ann, bob] = await guests(kit);
    const late = await Guest.known(kit, 'Late');
    // One seat is left.
    const bots = seatsOf(kit) - 2;
    const place = await openTable(kit, ann, { visibility: 'private', bots, spectators: false });
    const id = matchOf(place);
    const { invitation } = place;
    verdicts.same(
      'P-2.2',
      await bob.code('POST', `/tables/${id}/seat`, {}),
      'invitation-required',
      'taking a seat at a private table',
    );
    verdicts.same('P-2.2', await bob.code('GET', `/matches/${id}`), 'invitation-required', 'reading it');
    verdicts.same(
      'P-2.6',
      await ann.code('POST', `/tables/${id}/start`),
      'seats-not-filled',
      'starting with an empty seat',
    );
    const joined = await bob.ask('POST', '/join', { invitation });
    verdicts.same('P-2.2', joined.body['seat'], 1, 'the seat that an invitation leads to');
    verdicts.same('P-2.6', await bob.code('POST', `/tables/${id}/start`), 'not-host', 'a guest starts');
    verdicts.same(
      'P-2.3',
      await late.code('POST', '/join', { invitation }),
      'table-full',
      'a seat at a full table',
    );
    // Anyone who may take a seat in a lobby may read it; a running match can only be watched.
    await ann.must('POST', `/tables/${id}/start`);
    verdicts.same(
      'P-2.4',
      await late.code('GET', `/matches/${id}?invitation=${String(invitation)}`),
      'spectators-not-allowed',
      'watching where spectators are not allowed',
    );
    const open = await openTable(kit, ann);
    verdicts.same(
      'P-2.3',
      await bob.code('POST', `/tables/${matchOf(open)}/seat`, { seat: 0 }),
      'seat-taken',
      'another player’s seat',
    );
    for (const wish of [{ colour: 'red' }, { seats: 0 }, { clock: 'sundial' }, { options: { nothing: 1 } }]) {
      const found = await ann.code('POST', '/tables', { game: kit.game.id, ...wish });
      verdicts.same('P-2.5', found, 'bad-payload', JSON.stringify(wish));
    }
  },
};

export const clocks: Scene = {
  name: 'clocks',
  rules: ['P-6.1'],
  async play(kit) {
    for (const clock of ['none', 'slow'] as const) {
      const { id, guests: table } = await seatedTable(kit, { clock });
      await table[0].must('POST', `/tables/${id}/start`);
      const truth = await table[0].must('GET', `/matches/${id}`);
      for (const { deadline } of truth['decisions'] as { deadline: number | null }[]) {
        const isRight = clock === 'none' ? deadline === null : Number(deadline) > Number(truth['now']);
        kit.verdicts.hold('P-6.1', isRight, () => `${clock}: ${deadline} at ${String(truth['now'])}`);
      }
    }
  },
};

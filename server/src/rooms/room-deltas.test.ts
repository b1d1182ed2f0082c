import {
  applyDelta,
  baseOf,
  encodeDelta,
  type RoomBase,
  type RoomContent,
  type RoomDelta,
  withSeen,
} from '@copup/shared/room-deltas.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';

const bid = (seq: number, price: number, leader: string | null, more: object = {}): RoomContent => {
  const state = { status: 'active', price, leader, endDate: 1_000_000, hardEnd: 2_000_000, seq, ...more };
  return { epoch: 1, version: seq, state, watchers: 40, serverTime: 5_000 + seq * 200 };
};
/** What a client reads of a message. */
const wire = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value));
const contentOf = ({ epoch, version, state, watchers }: RoomContent) => ({ epoch, version, state, watchers });

it('P4 a bid among known names takes 20 to 25 characters, and a new name is sent once', () => {
  const names = ['ada', 'bob', 'ada', 'bob', 'a_longer_name', 'ada'];
  let base = baseOf(bid(4_817, 480, null), 12) as RoomBase;
  const texts = names.map((name, nth) => {
    const encoded = encodeDelta(base, bid(4_818 + nth, 500 + 20 * nth, name));
    base = encoded?.base as RoomBase;
    return `42${JSON.stringify([base.number, ...(encoded?.delta ?? [])])}`;
  });
  expect(texts).toEqual([
    '42[12,1,57,1,"ada",20,1]',
    '42[12,2,57,1,"bob",20,1]',
    '42[12,3,57,1,1,20,1]',
    '42[12,4,57,1,1,20,1]',
    '42[12,5,57,1,"a_longer_name",20,1]',
    '42[12,6,57,1,2,20,1]',
  ]);
});

it('P4 of a leaderboard only what changed is sent', () => {
  const ranks = (top: unknown[]) => ({ ...bid(1, 1, null), state: { status: 'active', players: 9, top } });
  const first = baseOf(
    ranks([
      ['ada', 50],
      ['bob', 40],
      ['eve', 9],
    ]),
    1,
  ) as RoomBase;
  const second = encodeDelta(
    first,
    ranks([
      ['bob', 61],
      ['ada', 50, '/a.png'],
      ['eve', 9],
    ]),
  );
  expect(second?.delta).toEqual([1, 8, { 0: { 0: 'bob', 1: 11 }, 1: [['ada', 50, '/a.png']] }]);
  const longer = encodeDelta(
    first,
    ranks([
      ['ada', 50],
      ['bob', 40],
      ['eve', 9],
      ['new', 1],
    ]),
  );
  expect(longer?.delta.at(-1)).toEqual([
    [
      ['ada', 50],
      ['bob', 40],
      ['eve', 9],
      ['new', 1],
    ],
  ]);
});

it('P4 needs a full frame for a new epoch, a new field, a state that is no object, and one with too many fields', () => {
  const first = baseOf(bid(1, 1, null), 1) as RoomBase;
  expect(encodeDelta(first, { ...bid(2, 2, null), epoch: 2 })).toBeUndefined();
  const withPicture = bid(2, 2, 'ada', { profile: '/a.png' });
  expect(encodeDelta(first, withPicture)).toBeUndefined();
  for (const state of [null, 1, 'text', [1], new Date(0)])
    expect(baseOf({ ...bid(1, 1, null), state }, 1)).toBeUndefined();
  const wide = Object.fromEntries(Array.from({ length: 28 }, (_, nth) => [`n${nth}`, nth]));
  expect(baseOf({ ...bid(1, 1, null), state: wide }, 1)).toBeUndefined();
  // The field may come and go from then on.
  const second = baseOf(withPicture, 1, first) as RoomBase;
  const third = encodeDelta(second, bid(3, 3, 'bob'));
  expect(third?.delta).toEqual([2, 185, 1, 'bob', 1, 1, []]);
  expect(encodeDelta(third?.base as RoomBase, withPicture)).toBeDefined();
});

const value = fc.oneof(
  fc.constantFrom(
    undefined,
    null,
    true,
    -1,
    0,
    0.5,
    1e300,
    Number.MAX_SAFE_INTEGER,
    -Number.MAX_SAFE_INTEGER,
  ),
  fc.integer({ min: 0, max: 9 }),
  fc.constantFrom('ada', 'bob', '', '0', '1', 'x'.repeat(201)),
  fc.string(),
  fc.jsonValue({ maxDepth: 2 }),
  fc.array(fc.tuple(fc.constantFrom('ada', 'bob', 'eve', null), fc.nat(3)), { minLength: 2, maxLength: 3 }),
  fc.constantFrom([], [1], ['ada'], {}),
);
const state = fc.oneof(
  {
    weight: 20,
    arbitrary: fc.dictionary(fc.constantFrom('a', 'b', 'c', '1', 'toString', '__proto__'), value),
  },
  fc.jsonValue({ maxDepth: 1 }),
);
const content = fc.record({
  state,
  watchers: fc.nat(3),
  waitMs: fc.integer({ min: -10, max: 3_000 }),
  isRestore: fc.integer({ min: 0, max: 15 }).map((nth) => nth === 0),
});
/** What happens to the frame on its way to the client. */
const fate = fc.constantFrom('arrives', 'arrives', 'arrives', 'is lost', 'arrives late', 'arrives twice');

it('P4 after any states, lost, late and repeated frames, a client has the server’s state or asks for it', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(content, fate, fc.boolean()), { maxLength: 30 }), (steps) => {
      let server: RoomBase | undefined;
      let now: RoomContent = { epoch: 1, version: 0, state: {}, watchers: 0, serverTime: 0 };
      let client: RoomBase | undefined;
      let number = 0;
      const sent = new Map<string, RoomContent>();
      const keyOf = (base: RoomBase) => `${base.number} ${base.count}`;
      let late: (() => void)[] = [];
      const receive = (message: { number: number; base?: RoomBase; delta?: RoomDelta }) => {
        if (message.base) client = message.base;
        else if (message.number === client?.number)
          client = applyDelta(client, message.delta as RoomDelta)?.base;
        if (client) expect(contentOf(client)).toEqual(contentOf(sent.get(keyOf(client)) as RoomContent));
      };
      for (const [{ waitMs, isRestore, ...rest }, happens, asks] of steps) {
        const epoch = now.epoch + (isRestore ? 1 : 0);
        now = {
          ...rest,
          epoch,
          version: isRestore ? 0 : now.version + 1,
          serverTime: now.serverTime + waitMs,
        };
        const encoded = server && encodeDelta(server, now);
        if (!server) number += 1;
        server = encoded?.base ?? baseOf(now, number, server);
        if (!server) continue;
        sent.set(keyOf(server), wire(now));
        const message = wire({
          number,
          ...(encoded ? { delta: withSeen(encoded.base, encoded.delta, 7) } : { base: server }),
        });
        if (happens === 'arrives late') late.push(() => receive(message));
        if (happens.startsWith('arrives') && happens !== 'arrives late') receive(message);
        if (happens === 'arrives twice') receive(message);
        if (happens === 'arrives') {
          for (const arrive of late) arrive();
          late = [];
        }
        // The reply to a join.
        if (asks && !client) receive({ number, base: wire(server) });
        if (client && keyOf(client) === keyOf(server))
          expect(contentOf(client)).toEqual(wire(contentOf(now)));
      }
    }),
    { numRuns: 300 },
  );
});

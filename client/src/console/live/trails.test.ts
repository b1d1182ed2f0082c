import type { OpsRoom } from '@copup/shared/ops.ts';
import { expect, it } from 'vitest';
import { extendRooms, type RoomTrails } from './trails.ts';

const none: RoomTrails = new Map();
const room = (emit: number | null, client: number | null = null): OpsRoom => ({
  room: 'auction:1',
  kind: 'auction',
  sockets: 1,
  joins: 0,
  updates: 0,
  messages: 0,
  bytes: 0,
  emit: emit === null ? null : { p50: emit, p99: emit },
  client: client === null ? null : { p50: client, p99: client },
});
const after = (...seconds: OpsRoom[]) =>
  seconds.reduce((trails, second) => extendRooms(trails, [second]), none).get('auction:1');

it('O2 a trail keeps the last measurement until the next, is empty without frames, has a limit, and ends with its room', () => {
  expect(after(room(50, 10), room(null), room(70))).toEqual({ p99s: [50, 50, 70], toClient: 10 });
  expect(after(room(null), room(null))).toEqual({ p99s: [], toClient: undefined });
  expect(extendRooms(extendRooms(none, [room(50)]), [])).toEqual(none);
  expect(after(...Array.from({ length: 30 }, (_, at) => room(at)))?.p99s.slice(0, 1)).toEqual([6]);
});

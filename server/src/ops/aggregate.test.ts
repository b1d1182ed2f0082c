import { expect, it } from 'vitest';
import { Counters } from '../rooms/metrics.ts';
import { aggregate, describeBusiest, mergeRooms } from './aggregate.ts';
import { matchRooms } from './finder.ts';
import { History, mergeHistories } from './history.ts';
import { emptyWindow, type RoomWindow, type ServerReport, type Window } from './report.ts';
import { Windows } from './windows.ts';

const report = (id: string, total: Partial<Window>, rooms: RoomWindow[] = []): ServerReport => ({
  id,
  tick: 1,
  elapsedMs: 1_000,
  cpu: 0.5,
  loop: 0.4,
  sockets: 10,
  reopened: 1,
  commands: 4,
  commandsRefused: 2,
  guardStops: 1,
  total: { ...emptyWindow(), ...total },
  rooms,
  roomCount: rooms.length,
});
const room = (name: string, messages: number, more: Partial<Window> = {}): RoomWindow => ({
  ...emptyWindow(),
  room: name,
  kind: 'auction',
  messages,
  ...more,
});

it('O2 adds up the figures of all servers, by room and in total', () => {
  const one = report('a', { messages: 30, bytes: 3_000, emit: [[5, 99]] }, [
    room('auction:1', 20, { members: 3, emit: [[5, 99]] }),
  ]);
  const two = report('b', { messages: 12, bytes: 600, emit: [[9, 1]] }, [
    room('auction:1', 5, { members: 2, emit: [[9, 1]] }),
    room('auction:2', 7, { members: 1 }),
  ]);
  const { total, servers, roomCount } = aggregate([one, two], 2);
  const rooms = describeBusiest(mergeRooms([one, two]), new Map());
  expect(total).toMatchObject({ sockets: 20, messages: 42, bytes: 3_600, commands: 8, reconnects: 2 });
  expect(total.emit).toEqual({ p50: 10, p99: 10 });
  expect(servers.map(({ id, messages }) => [id, messages])).toEqual([
    ['a', 30],
    ['b', 12],
  ]);
  expect(rooms.map(({ room: name, messages, sockets }) => [name, messages, sockets])).toEqual([
    ['auction:1', 25, 5],
    ['auction:2', 7, 1],
  ]);
  expect(roomCount).toBe(2);
});

it('O2 rates are per second, even when the interval was longer or shorter', () => {
  const late = { ...report('a', { messages: 30 }), elapsedMs: 1_500 };
  expect(aggregate([late], 0).total.messages).toBe(20);
});

it('O2 lists the busiest hundred of a thousand rooms, with the number of all', () => {
  const rooms = Array.from({ length: 1_000 }, (_, at) => room(`auction:${at}`, at));
  const merged = mergeRooms([report('a', {}, rooms)]);
  const busiest = describeBusiest(merged, new Map());
  expect(busiest).toHaveLength(100);
  expect(busiest[0]?.room).toBe('auction:999');
  expect(aggregate([report('a', {}, rooms)], merged.length).roomCount).toBe(1_000);
});

it('O2 finds a room by its id or its name, busy or not', () => {
  const rooms = Array.from({ length: 1_000 }, (_, at) => room(`auction:${at}`, at));
  const merged = mergeRooms([report('a', {}, rooms)]);
  const names = new Map([
    ['auction:3', { name: 'Standing FAN' }],
    ['auction:700', { name: 'Ceiling fan' }],
  ]);
  const found = (text: string) => matchRooms(merged, names, text).map(({ room: name }) => name);
  expect(found('fan')).toEqual(['auction:700', 'auction:3']);
  expect(found('auction:99')).toHaveLength(11);
  expect(found('fan auction')).toEqual([]);
});

it('O2 a window contains what was counted since the previous one', () => {
  const counters = new Counters();
  const windows = new Windows();
  const rooms = new Map([['auction:1', { kind: 'auction', counters }]]);
  counters.messages = 50;
  windows.restart(rooms);
  expect(windows.rooms(rooms).rooms).toMatchObject([{ room: 'auction:1', messages: 0, emit: [] }]);
  counters.messages = 57;
  counters.commitToEmit.record(1);
  expect(windows.rooms(rooms)).toMatchObject({ rooms: [{ messages: 7, emit: [[0, 1]] }], roomCount: 1 });
  expect(windows.rooms(rooms).rooms).toMatchObject([{ messages: 0, emit: [] }]);
});

it('O2 history is bounded, and histories of several servers are added up', () => {
  const point = {
    sockets: 2,
    messages: 5,
    bytes: 9,
    commands: 1,
    commandsRefused: 0,
    guardStops: 0,
    reconnects: 0,
  };
  const [one, two] = [new History(), new History()];
  for (let second = 0; second < 700; second += 1) one.add({ at: second * 1_000, p99: second, ...point });
  for (let second = 650; second < 710; second += 1)
    two.add({ at: second * 1_000 + 400, p99: null, ...point });
  const { seconds, minutes } = mergeHistories([one.read(), two.read()]);
  expect(seconds).toHaveLength(600);
  expect(seconds.at(-20)).toMatchObject({ at: 690_000, p99: 690, messages: 10 });
  expect(seconds.at(-1)).toMatchObject({ at: 709_000, p99: null, messages: 5 });
  expect(minutes[0]).toMatchObject({ at: 0, p99: 59, messages: 5 });
});

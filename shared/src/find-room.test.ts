import { expect, it } from 'vitest';
import { decodeFindId, findRoom } from './find-room.ts';
import { RoomName } from './rooms.ts';

const idOf = (text: string) => findRoom(text).slice('find:'.length);

it('O2 gives every search text its own room, whatever its case, and cuts a long one between characters', () => {
  for (const text of ['fan', 'standing fan', 'auction:1001', '100%', 'a-b_c', 'Ọdún', '🎁', '50 "inch" TV']) {
    expect(RoomName.safeParse(findRoom(text)).success, text).toBe(true);
    expect(decodeFindId(idOf(text)), text).toBe(text.toLowerCase());
  }
  expect(findRoom('  Standing FAN ')).toBe('find:standing-20fan');
  expect(findRoom('standing fan')).toBe('find:standing-20fan');
  expect(idOf('a'.repeat(100))).toBe('a'.repeat(64));
  expect(decodeFindId(idOf('🎁'.repeat(30)))).toBe('🎁'.repeat(5));
  expect(decodeFindId(idOf(`${'a'.repeat(61)} ${'b'.repeat(9)}`))).toBe('a'.repeat(61));
});

it('O2 rejects an id that no text encodes to', () => {
  for (const id of ['', 'FAN', '-', '-2', '-zz', '-ff', '-61', 'fan-20', '-20fan', '-C3-A9', '-ed-a0-80'])
    expect(decodeFindId(id), id).toBeUndefined();
});

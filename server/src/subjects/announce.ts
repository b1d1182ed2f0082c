import { listRoom } from '@copup/shared/room-names.ts';
import type { Transaction } from '../db/in-transaction.ts';
import { roomsOf, type SubjectKind, type SubjectRow } from './subject-kind.ts';

/**
 * Announces a change of status in the rooms of these subjects and of their lists. Call it last in a transaction: the
 * list's row is shared by all subjects of a realm (R5).
 */
export async function announceStatus<Row extends SubjectRow>(
  tx: Transaction,
  kind: Pick<SubjectKind<Row>, 'room' | 'furtherRooms' | 'plural'>,
  changed: readonly Row[],
): Promise<void> {
  await announceLists(
    tx,
    changed.map(({ realm }) => listRoom(kind.plural, realm)),
  );
  for (const row of changed) for (const room of roomsOf(kind, row)) tx.invalidate(room);
}

/** Gives the rooms of lists a new version. Call it last in a transaction, as above. */
export async function announceLists(tx: Transaction, rooms: readonly string[]): Promise<void> {
  const lists = [...new Set(rooms)].sort();
  await tx.client.query({
    name: 'list-rooms-change',
    text: `INSERT INTO list_rooms AS l (room, version) SELECT room, 1 FROM unnest($1::text[]) AS room
      ON CONFLICT (room) DO UPDATE SET version = l.version + 1`,
    values: [lists],
  });
  for (const room of lists) tx.invalidate(room);
}

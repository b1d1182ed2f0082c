import { auctionRoom, auctionsRoom } from '@copup/shared/room-names.ts';
import type { Transaction } from '../../db/in-transaction.ts';
import type { AuctionRow } from './auctions.queries.ts';

/**
 * Tells the watchers of these auctions, and of the lists they stand in, that a status changed. Call it last in a
 * transaction: the list's row is shared by all auctions of a realm (R5).
 */
export async function tellStatusChange(
  tx: Transaction,
  changed: readonly Pick<AuctionRow, 'id' | 'realm'>[],
): Promise<void> {
  const rooms = [...new Set(changed.map(({ realm }) => auctionsRoom(realm)))].sort();
  await tx.client.query({
    name: 'auction-lists-bump',
    text: `INSERT INTO list_rooms AS l (room, version) SELECT room, 1 FROM unnest($1::text[]) AS room
      ON CONFLICT (room) DO UPDATE SET version = l.version + 1`,
    values: [rooms],
  });
  for (const { id } of changed) tx.touch(auctionRoom(id));
  for (const room of rooms) tx.touch(room);
}

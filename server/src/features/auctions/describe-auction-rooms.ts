import type { Database } from '../../db/database.ts';

interface Described {
  name: string;
  status: string;
  endsAt: number;
}

/** What operators call the rooms of these auctions, where they stand and when they end, in epoch milliseconds. */
export async function describeAuctionRooms(
  db: Pick<Database, 'pool'>,
  ids: readonly string[],
): Promise<Map<string, Described>> {
  const { rows } = await db.pool.query<{ id: number; name: string; status: string; endDate: Date }>({
    name: 'auction-room-descriptions',
    text: 'SELECT id, name, status, end_date AS "endDate" FROM auctions WHERE id = ANY($1::bigint[])',
    values: [ids.map(Number).filter(Number.isSafeInteger)],
  });
  return new Map(
    rows.map(({ id, name, status, endDate }) => [String(id), { name, status, endsAt: endDate.getTime() }]),
  );
}

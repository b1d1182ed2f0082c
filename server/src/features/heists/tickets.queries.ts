import type { Database } from '../../db/database.ts';
import type { Transaction } from '../../db/in-transaction.ts';

export interface TicketRow {
  userId: string;
  no: number;
  transferId: string | null;
  paidAvailable: number;
  paidBonus: number;
  joinedAt: Date;
}

/** Reads the tickets of these users for one heist. */
export async function listTickets(
  source: Database | Transaction,
  heistId: number,
  userIds: readonly string[],
): Promise<Map<string, TicketRow>> {
  const { rows } = await ('client' in source ? source.client : source.pool).query<TicketRow>({
    name: 'heist-tickets-of-users',
    text: `SELECT user_id AS "userId", no, transfer_id AS "transferId", paid_available AS "paidAvailable",
        paid_bonus AS "paidBonus", joined_at AS "joinedAt"
      FROM heist_tickets WHERE heist_id = $1 AND user_id = ANY($2::uuid[])`,
    values: [heistId, userIds],
  });
  return new Map(rows.map((row) => [row.userId, row]));
}

/** Inserts sold tickets in one round trip with the COMMIT. */
export function writeTicketsLast(tx: Transaction, heistId: number, rows: readonly TicketRow[]): void {
  tx.writeLast({
    name: 'heist-tickets-write',
    text: `INSERT INTO heist_tickets (heist_id, user_id, no, transfer_id, paid_available, paid_bonus, joined_at)
      SELECT $1, * FROM unnest($2::uuid[], $3::int[], $4::uuid[], $5::bigint[], $6::bigint[], $7::timestamptz[])`,
    values: [
      heistId,
      rows.map(({ userId }) => userId),
      rows.map(({ no }) => no),
      rows.map(({ transferId }) => transferId),
      rows.map(({ paidAvailable }) => paidAvailable),
      rows.map(({ paidBonus }) => paidBonus),
      rows.map(({ joinedAt }) => joinedAt.toISOString()),
    ],
  });
}

interface SoldHeist {
  id: number;
  participants: number;
  status: string;
  statusAt: Date;
  version: number;
}

/** Writes a locked heist after a sale, in one round trip with the COMMIT. */
export function writeSaleLast(
  tx: Transaction,
  { id, participants, status, statusAt, version }: SoldHeist,
): void {
  tx.writeLast({
    name: 'heist-sale',
    text: 'UPDATE heists SET participants = $2, status = $3, status_at = $4, version = $5 WHERE id = $1',
    values: [id, participants, status, statusAt.toISOString(), version],
  });
}

/** A returned ticket (A14). A higher version orders the states of the room, whose number of tickets falls. */
export async function countLeave(tx: Transaction, { id }: { id: number }): Promise<void> {
  await tx.client.query({
    name: 'heist-left',
    text: `UPDATE heists SET participants = participants - 1, left_tickets = left_tickets + 1, version = version + 1
      WHERE id = $1`,
    values: [id],
  });
}

/** The key of a ticket in a set: heist and user. */
export const ticketKey = (heistId: number | string, userId: string): string => `${heistId} ${userId}`;

/** Returns those of the keys whose user has a ticket for the heist. */
export async function findTickets(db: Database, keys: readonly string[]): Promise<Map<string, true>> {
  const pairs = keys.map((key) => key.split(' ') as [string, string]);
  const { rows } = await db.pool.query<{ heistId: number; userId: string }>({
    name: 'heist-tickets-find',
    text: `SELECT t.heist_id AS "heistId", t.user_id AS "userId"
      FROM unnest($1::int[], $2::uuid[]) AS k (heist_id, user_id) JOIN heist_tickets t USING (heist_id, user_id)`,
    values: [pairs.map(([heistId]) => heistId), pairs.map(([, userId]) => userId)],
  });
  return new Map(rows.map(({ heistId, userId }) => [ticketKey(heistId, userId), true]));
}

import type { DecidedCalls } from '@copup/shared/calls/decisions.ts';
import type { Database } from '../../db/database.ts';
import type { Transaction } from '../../db/in-transaction.ts';
import type { Subject } from '../../subject.ts';

/** The facts of a stored order that the shared code reads. */
export interface StoredOrder {
  id: number;
  userId: string;
  /** The realm of the won subject. */
  realm: number;
  status: string;
  /** The name of the won subject. */
  itemName: string;
}

/** A status that operators set, which follows one other status. */
export interface OrderMove {
  readonly to: string;
  readonly from: string;
}

/** Defines one kind of orders of won items. `table` is a constant of the code. */
export interface OrderKind<Row extends StoredOrder> {
  /** The kind of subject in notices, in the ledger and in the operators' log. */
  readonly name: string;
  /** The name in URLs. */
  readonly plural: string;
  /** A table with the columns id, user_id, status, created_at and updated_at. */
  readonly table: string;
  readonly calls: DecidedCalls;
  /** By the name of the operators' action. */
  readonly moves: Readonly<Record<string, OrderMove>>;
  find(source: Database | Transaction, id: number): Promise<Row | undefined>;
  /** What was won: the subject of the coins that paid for it. */
  wonBy(order: Row): Subject;
  /** Returns the coins that a refund returns, by the part of the wallet that paid them (L6). */
  paidBy(order: Row): { available: number; bonus: number };
  /** Returns what the prize is worth in coins at the rate of payouts (O3a). */
  worth(order: Row): number;
  /** For kinds that ship parcels. */
  readonly shipment?: Shipments<Row>;
}

/** How an order was sent: the parcel, or the bank's reference of a payment. */
export interface Parcel {
  carrier: string | null;
  tracking: string | null;
  bankReference: string | null;
}

/** The table also has the columns carrier, tracking, bank_reference, shipped_at, delivered_at and notice_at. */
export interface Shipments<Row> {
  /** Name of the scheduled job that notifies the owner. */
  readonly job: string;
  /** Whether a carrier and a tracking number are needed. */
  needsParcel(order: Row): boolean;
  /** Whether it is paid to a bank account, so that the bank's reference is needed. */
  needsReference(order: Row): boolean;
  parcelOf(order: Row): Parcel & { shippedAt: Date | null; noticeAt: Date | null };
}

export const orderSubject = ({ name }: { name: string }, id: number): Subject => ({
  kind: name,
  id: String(id),
});

/** Locks the order only, waiting for it (L5), and reads it afterwards; its item never changes. */
export async function lockOrder<Row extends StoredOrder>(
  tx: Transaction,
  { table, find }: OrderKind<Row>,
  id: number,
): Promise<Row | undefined> {
  await tx.client.query({
    name: `${table}-lock`,
    text: `SELECT 1 FROM ${table} WHERE id = $1 FOR NO KEY UPDATE`,
    values: [id],
  });
  return find(tx, id);
}

/** Sets a status that follows a shipment, or the approval of a prize. A notice that waits is not sent any more. */
export async function setOrderStatus(
  tx: Transaction,
  { table, shipment }: { table: string; shipment?: unknown },
  id: number,
  status: string,
): Promise<void> {
  const further =
    shipment === undefined
      ? ''
      : `, notice_at = NULL, delivered_at = CASE $2 WHEN 'delivered' THEN clock_timestamp() ELSE delivered_at END`;
  await tx.client.query({
    name: `${table}-status`,
    text: `UPDATE ${table} SET status = $2, updated_at = clock_timestamp()${further} WHERE id = $1`,
    values: [id, status],
  });
}

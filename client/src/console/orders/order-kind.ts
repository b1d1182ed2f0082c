import type { AuctionCategory } from '@copup/shared/auctions.ts';
import type { RaRecord } from 'ra-core';
import type { ReactNode } from 'react';
import type { ChipLook } from '../../ui/chip.tsx';
import type { Column } from '../columns.tsx';
import type { Held } from '../send-hold.ts';

/** What operators see of an order of any kind. */
export interface AnyOrder extends RaRecord, Held {
  id: number;
  order_id: number;
  username: string;
  status: string;
  auction_category: AuctionCategory;
  image: string;
  created_at: string;
  undo_until?: string | null;
  shipped_at?: string | null;
}

/** An action that sets the next status. */
interface Move {
  /** The name in the URL. */
  action: 'approve' | 'deliver' | 'ship';
  name: string;
  /** Past participle, for the notice. */
  done: string;
}

/** What proves that an order was sent: a tracking number, a reference of the bank, or nothing. */
export type Proof = 'tracking' | 'bank_reference' | null;

/** One kind of orders, which operators move to the next status, or refund (A10, H8). */
export interface OrderKind<Row extends AnyOrder> {
  /** As in the ledger. */
  kind: string;
  /** Below /api/admin, and in the address. */
  resource: string;
  looks: Readonly<Record<Row['status'], ChipLook>>;
  /** By status. Those of the first status can be made for several orders at once. */
  moves: Readonly<Partial<Record<Row['status'], Move>>>;
  /** For orders that are shipped. */
  proofOf?: (order: Row) => Proof;
  /** Coins that a refund returns. */
  refundOf: (order: Row) => number;
  /** The name of what the order is about, and of its column. */
  itemOf: (order: Row) => string;
  itemColumn: string;
  /** What was won. */
  prizeOf: (order: Row) => string;
  /** Columns before the winner, and after the status. */
  prizeColumns?: readonly Column<Row>[];
  columns: readonly Column<Row>[];
  /** The row on phones, after the number. */
  subLine: (order: Row) => string;
  /** On the page of one order. */
  picture?: (order: Row) => ReactNode;
  facts: (order: Row) => readonly (readonly [name: string, value: ReactNode])[];
}

type Moves<Row extends AnyOrder> = Pick<OrderKind<Row>, 'moves'>;

export const moveFrom = <Row extends AnyOrder>({ moves }: Moves<Row>, status: string): Move | undefined =>
  (moves as Readonly<Record<string, Move>>)[status];

/** Returns the first status and its move. */
export const firstMove = <Row extends AnyOrder>({ moves }: Moves<Row>): [status: string, move: Move] =>
  Object.entries(moves)[0] as [string, Move];

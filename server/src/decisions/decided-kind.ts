import type { ErrorCode } from '@copup/shared/errors.ts';
import type { UserRow } from '../accounts/users.tables.ts';
import type { Transaction } from '../db/in-transaction.ts';
import type { Deps } from '../deps.ts';
import type { Refusal } from '../errors.ts';
import type { NewNotice } from '../notifications/notices.ts';
import type { Counted } from '../operators/move-or-request.ts';
import type { Subject } from '../subject.ts';

/** An item that operators decide: a payment, a payout, a trade, an order. */
export interface DecidedItem {
  id: number;
  userId: string;
  realm: number;
  status: string;
  /** What a decision moves. */
  bidPoints: number;
}

/** What a decision does with the coins of an item. */
export type Effect = 'credit' | 'release' | 'capture' | 'return' | 'none';

/** Who decided, and what they entered. */
export interface Given {
  operatorId: string;
  /** The user reads it. */
  reason?: string | undefined;
  bankReference?: string | undefined;
}

export type MoveDeps = Pick<Deps, 'newId' | 'notices'>;

/** One decision on items of a kind. */
export interface DecisionRule<Item extends DecidedItem> {
  /** The statuses that the item may have: any other than `to` by default. */
  readonly from?: readonly string[];
  readonly to: string;
  readonly effect: Effect;
  /** What the operator enters. The reference of a credit proves no other payment (W2). */
  readonly needs?: 'reason' | 'bank_reference';
  /** Whether the call takes an Idempotency-Key, as all that move coins do; true by default. */
  readonly isKeyed?: boolean;
  readonly summary: string;
  /** Refusals of `check` and `move`, in addition to those of the kind. */
  readonly errors?: readonly ErrorCode[];
  /** Details of the operators' log, in addition to what was entered. */
  logs?(item: Item): Record<string, unknown>;
  /** Refuses under the locks, also when a second operator approves. */
  check?(tx: Transaction, item: Item, operatorId: string): Promise<void>;
  /** How it counts as a move of the operator (O3a), if it is no move of the item's coins. */
  counts?(tx: Transaction, item: Item, operatorId: string): Promise<Counted>;
  /** Stores a decision that is carried out later, and returns the id of the transfer; undefined to carry it out now. */
  postpone?(tx: Transaction, deps: MoveDeps, item: Item, given: Given): Promise<string | undefined>;
  /** Moves the coins. Returns the id of a transfer to log; null when there was nothing to move. */
  move?(tx: Transaction, deps: MoveDeps, item: Item): Promise<string | null | undefined>;
}

/** Declares which decisions operators take on items of a kind; `decide` and `decidedParts` do the rest. */
export interface DecidedKind<Item extends DecidedItem = DecidedItem, Action extends string = string> {
  /** The kind of subject in notices, in the ledger and in the operators' log. */
  readonly name: string;
  /** The name in URLs. */
  readonly plural: string;
  /** By the name of the action. */
  readonly rules: Readonly<Record<Action, DecisionRule<Item>>>;
  /** Refusals of all its decisions, in addition to a missing item and another status. */
  readonly errors?: readonly ErrorCode[];
  /** Whether no operator decides an item of their own, even if no coins come to them. */
  readonly isRefusedToOwner?: boolean;
  /** Whether a decision that was taken already does nothing, in place of a refusal. */
  readonly isRepeatable?: boolean;
  notFound(): Refusal;
  wrongStatus(status: string): Refusal;
  /** Returns the owner, who never changes. */
  findOwner(tx: Transaction, id: number): Promise<string | undefined>;
  /** Locks the item, and before it what belongs to it. Users are locked before. The owner is absent in an approval. */
  lock(tx: Transaction, id: number, owner?: UserRow): Promise<Item | undefined>;
  write(tx: Transaction, item: Item, decided: Given & { status: string }): Promise<void>;
  /** The owner's notice; status and reason are added. */
  notice(item: Item): Pick<NewNotice, 'kind'> & { details: Record<string, unknown> };
}

export const itemSubject = ({ name }: { name: string }, id: number): Subject => ({
  kind: name,
  id: String(id),
});

const received: readonly Effect[] = ['credit', 'capture', 'return'];

/** Whether the user receives coins, money or goods, so that a second operator may be needed (O3a). */
export const mayNeedApproval = <Item extends DecidedItem>({ effect, counts }: DecisionRule<Item>): boolean =>
  received.includes(effect) || counts !== undefined;

/** Whether the reference of the bank is kept as the proof of this item's payment. */
export const provesPayment = <Item extends DecidedItem>({ effect, needs }: DecisionRule<Item>): boolean =>
  effect === 'credit' && needs === 'bank_reference';

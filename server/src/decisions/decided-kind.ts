import type { ApprovalPending } from '@copup/shared/admin.ts';
import type { DecidedCalls, Decision } from '@copup/shared/calls/decisions.ts';
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

/** Who decided, and what they entered. */
export interface Given {
  operatorId: string;
  /** The user reads it. */
  reason?: string | undefined;
  bankReference?: string | undefined;
  /** Money that arrived, with that reference (W2a). */
  transfer?: { amountKobo: number; sender: string; arrivedAt: string } | undefined;
}

/** A decision on the item with this number; `action` is the name of one of the kind's rules. */
export interface TakenDecision extends Given {
  id: number;
  action: string;
}
/** Takes a decision in a transaction of the caller, unless another operator claims the item (O1). Returns a request (O3a). */
export type DecideItem = (tx: Transaction, decision: TakenDecision) => Promise<ApprovalPending | undefined>;

/** A decision with the status that it leads to. */
export type Taken = Partial<Given> & { status: string };

export type MoveDeps = Pick<Deps, 'newId' | 'notices' | 'settings'>;

/** What the server does for one decision, beside what its call declares. */
export interface Carried<Item extends DecidedItem> {
  /** The statuses that the item may have: any other than `to` by default. */
  readonly from?: readonly string[];
  readonly to: string;
  /** The status after it, where it depends on the item. */
  leadsTo?(item: Item, given: Given): string;
  /** Details of the operators' log, in addition to what was entered. */
  logs?(item: Item, given: Given): Record<string, unknown>;
  /** Refuses under the locks, also when a second operator approves. */
  check?(tx: Transaction, item: Item, given: Given): Promise<void>;
  /** How it counts as a move of the operator (O3a), if its call says so. */
  counts?(tx: Transaction, item: Item, operatorId: string): Promise<Counted>;
  /** Stores a decision that is carried out later, and returns the id of the transfer; undefined to carry it out now. */
  postpone?(tx: Transaction, deps: MoveDeps, item: Item, given: Given): Promise<string | undefined>;
  /** Moves the coins. Returns the id of a transfer to log; null when there was nothing to move. */
  move?(tx: Transaction, deps: MoveDeps, item: Item): Promise<string | null | undefined>;
}

export type DecisionRule<Item extends DecidedItem> = Decision & Carried<Item> & Pick<DecidedCalls, 'right'>;

/** Returns the rule of each decision that the calls of a kind declare. */
export function rulesOf<Item extends DecidedItem, Action extends string>(
  { decisions, right }: { decisions: Readonly<Record<Action, Decision>> } & Pick<DecidedCalls, 'right'>,
  carried: Readonly<Record<NoInfer<Action>, Carried<Item>>>,
): Record<Action, DecisionRule<Item>> {
  const rules = Object.entries<Decision>(decisions).map(([action, decision]) => [
    action,
    { ...decision, right, ...carried[action as Action] },
  ]);
  return Object.fromEntries(rules) as Record<Action, DecisionRule<Item>>;
}

/** Declares which decisions operators take on items of a kind; `decide` and `decidedParts` do the rest. */
export interface DecidedKind<Item extends DecidedItem = DecidedItem, Action extends string = string> {
  /** The kind of subject in notices, in the ledger and in the operators' log. */
  readonly name: string;
  /** The name in URLs. */
  readonly plural: string;
  /** By the name of the action. */
  readonly rules: Readonly<Record<Action, DecisionRule<Item>>>;
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
  write(tx: Transaction, item: Item, decided: Given & { status: string }, deps: MoveDeps): Promise<void>;
  /** The owner's notice; status and reason are added. */
  notice(item: Item, taken: Taken): Pick<NewNotice, 'kind'> & { details: Record<string, unknown> };
}

export const itemSubject = ({ name }: { name: string }, id: number): Subject => ({
  kind: name,
  id: String(id),
});

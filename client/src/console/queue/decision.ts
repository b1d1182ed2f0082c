import type { ClaimedQueue } from '@copup/shared/queues.ts';
import type { ReactNode } from 'react';
import type { BulkReply } from './bulk-summary.ts';

/** What an operator enters with a decision. */
export interface Entered {
  needs?: 'bank_reference' | 'reason' | 'transfer';
  /** Reasons to choose from; any other can be typed. */
  reasons?: readonly string[];
  /** What is sent in place of an entry. */
  sends?: Readonly<Record<string, string>>;
  /** What a typed amount of naira leads to. */
  outcome?: (naira: number) => string;
}

/** The heading of a decision's form, and how the notice after it ends, by action. */
const words = {
  approve: ['Approve', 'approved'],
  record: ['Another amount arrived', 'is recorded'],
  reject: ['Reject', 'rejected'],
  pay: ['Paid', 'is paid'],
  return: ['Return', 'returned'],
  'confirm-exact': ['Confirm', 'confirmed'],
} as const;

/** A decision that an operator can take on an item. One that needs a reason is against its owner. */
export interface Decision extends Entered {
  /** The action of POST /admin/RESOURCE/{id}/ACTION. */
  action: keyof typeof words;
  /** Text of its button; by default the heading and the noun: "Reject payment". */
  button?: string;
  /** What happens, a line each; beside what the server reads. */
  consequences?: readonly string[];
}

type Action = Pick<Decision, 'action'>;
export const titleOf = ({ action }: Action): string => words[action][0];
export const doneWord = ({ action }: Action): string => words[action][1];
export const lookOf = ({ needs }: Entered): 'ink' | 'danger' => (needs === 'reason' ? 'danger' : 'ink');

/** An item of a queue as the page shows it. Only queues of money have coins, references and approvals. */
export interface Queued {
  id: number;
  user_id: string;
  username: string;
  full_name: string;
  status: string;
  created_at: string;
  decided_at: string | null;
  /** Until when it is to be decided (O1). */
  due_at: string | null;
  /** When an approved payout was paid or returned. */
  ended_at?: string | null;
  decided_by: string | null;
  reason: string | null;
  history: { approved: number; rejected: number; registered_at: string; approved_points?: number };
  bid_points?: number;
  bank_reference?: string | null;
  /** The request for a second operator that waits (O3a). */
  approval_id?: number | null;
}

export interface QueueListKind {
  /** An empty status lists all items, the newest first. */
  status: string;
  name: string;
  /** In the address, for a list with a further filter. */
  key?: string;
  filter?: Readonly<Record<string, string>>;
  /** The order by due time, where it differs from the order of the requests. */
  sort?: 'id' | 'due';
}

/** A decision on several items at once: POST /admin/RESOURCE/ACTION. */
export interface BulkDecision extends Entered, Action {
  /** Text of its button with the number; by default the heading and the number. */
  button?: (count: string) => string;
  /** What happens. */
  consequence: (count: number) => string;
  /** Sends it, where the call does not take the ids alone. */
  send?: (ids: readonly number[]) => Promise<BulkReply>;
}

/** What can be done with several items of one list. */
export interface BulkKind {
  /** Of the list. */
  status: string;
  decisions: readonly BulkDecision[];
  /** A file of the selected items: POST /admin/RESOURCE/ACTION. */
  file?: { action: string; name: string; filename: string };
}

/** What the page of a queue knows about its items. */
export interface QueueKind<Item extends Queued> {
  /** Below /api/admin. */
  resource: ClaimedQueue;
  /** Name of one item, for use in a sentence. */
  noun: string;
  /** The first one is shown at first. */
  lists: readonly QueueListKind[];
  /** What the decision is about: naira or task coins. */
  amountOf: (item: Item) => string;
  /** The name of the amount; "Amount" by default. */
  amountName?: string;
  waitsForOwner?: (item: Item) => boolean;
  subLine: (item: Item) => string;
  facts: (item: Item) => readonly (readonly [name: string, value: ReactNode])[];
  /** What the operator should know before deciding. */
  warnings?: (item: Item) => readonly string[];
  /** The API's path of the item's picture. */
  pictureOf?: (item: Item) => string | null;
  /** Whether the server reads the consequences of its decisions. */
  readsConsequences?: boolean;
  decisions: (item: Item) => readonly Decision[];
  bulk?: BulkKind;
}

export type DueKind<Item extends Queued> = Pick<QueueKind<Item>, 'waitsForOwner' | 'decisions'>;

/** Returns when an item is due, in epoch milliseconds; null for one that waits for no decision of an operator. */
export function dueMsOf<Item extends Queued>(
  { waitsForOwner, decisions }: DueKind<Item>,
  item: Item,
): number | null {
  if (decisions(item).length === 0 || waitsForOwner?.(item)) return null;
  return item.due_at === null ? null : Date.parse(item.due_at);
}

import type { z } from 'zod';
import { listCall, type TaggedCalls } from '../call.ts';
import type { ErrorCode } from '../errors.ts';
import { claimedQueues } from '../queues.ts';
import type { Right } from '../rights.ts';
import { ApprovePaymentBody, RecordTransferBody, RejectBody } from '../shop.ts';
import { IdParams } from '../wire.ts';

type Received = 'credit' | 'capture' | 'return';
/** What a decision does with the coins of an item. */
export type Effect = Received | 'release' | 'none';

/** One decision of operators on an item: what its call takes, and its refusals in addition to those of the kind. */
export interface Decision {
  readonly summary: string;
  readonly effect: Effect;
  /** What the operator enters. A reference that counts or proves a payment is used once (W2). */
  readonly needs?: 'reason' | 'bank_reference' | 'transfer';
  /** False for a decision that moves no coins and takes no Idempotency-Key. */
  readonly isKeyed?: boolean;
  /** Whether it counts as a move of the operator (O3a) that is no move of the item's coins. */
  readonly isCounted?: boolean;
  readonly errors?: readonly ErrorCode[];
}

const received: readonly Effect[] = ['credit', 'capture', 'return'] satisfies Received[];
const bodies = { reason: RejectBody, bank_reference: ApprovePaymentBody, transfer: RecordTransferBody };

/** Whether the user receives coins, money or goods, so that a second operator may be needed (O3a). */
export const mayNeedApproval = ({ effect, isCounted = false }: Decision): boolean =>
  received.includes(effect) || isCounted;

/** Whether the reference of the bank is kept as the proof of this item's payment or of its return. */
export const provesPayment = ({ effect, needs, isCounted = false }: Decision): boolean =>
  needs === 'transfer' || (needs === 'bank_reference' && (effect === 'credit' || isCounted));

/** What the calls of one kind of items that operators decide differ in. */
interface DecidedDeclaration<Filters, Reply, Decisions> {
  tag: string;
  /** What its decisions need (S8). */
  right: Right;
  summaries: { list: string; one: string };
  /** Refusals of all its decisions. */
  errors: readonly [notFound: ErrorCode, wrongStatus: ErrorCode, ...others: ErrorCode[]];
  /** Each filter of the list is a column, beside the search `q`. */
  filters: Filters;
  reply: Reply;
  /** By the name of the action. */
  decisions: Decisions;
}

type DecisionCalls<Decisions, Reply> = {
  [Action in keyof Decisions as `POST /:id/${Action & string}`]: {
    right: Right;
    summary: string;
    errors: readonly ErrorCode[];
    params: typeof IdParams;
    hasKey: boolean;
    body: Decisions[Action] extends { needs: infer Needs extends keyof typeof bodies }
      ? (typeof bodies)[Needs]
      : undefined;
    reply: Reply;
    mayWait: Decisions[Action] extends { effect: Received } | { isCounted: true } ? true : false;
  };
};

/** The calls of a kind of items that operators decide, as the server's shared code takes them. */
export interface DecidedCalls extends TaggedCalls {
  readonly right: Right;
  readonly filters: z.ZodObject;
  readonly reply: z.ZodType;
  readonly decisions: Readonly<Record<string, Decision>>;
}

/** Below /api/admin/{plural} of such a kind: list, one, and each decision (O3). */
export function decidedCalls<
  const Path extends string,
  Filters extends z.ZodObject,
  Reply extends z.ZodType,
  const Decisions extends Readonly<Record<string, Decision>>,
>(path: Path, declared: DecidedDeclaration<Filters, Reply, Decisions>) {
  const { tag, right, summaries, errors, filters, reply, decisions } = declared;
  const one = { params: IdParams, reply };
  const actions = Object.entries(decisions).map(([action, decision]) => [
    `POST /:id/${action}`,
    {
      ...one,
      right,
      summary: decision.summary,
      errors: [
        ...[...errors, ...(decision.errors ?? [])],
        ...(provesPayment(decision) ? ['BANK_REFERENCE_USED'] : []),
        ...(path.slice('/admin/'.length) in claimedQueues ? ['ITEM_CLAIMED'] : []),
        ...(mayNeedApproval(decision) ? ['OWN_WALLET', 'ALREADY_REQUESTED'] : []),
      ],
      hasKey: decision.isKeyed ?? true,
      body: decision.needs && bodies[decision.needs],
      mayWait: mayNeedApproval(decision),
    },
  ]);
  const calls = {
    'GET /': listCall(summaries.list, filters, reply),
    'GET /:id': { summary: summaries.one, errors: [errors[0]], ...one },
    ...(Object.fromEntries(actions) as DecisionCalls<Decisions, Reply>),
  };
  return { tag, calls, path, right, filters, reply, decisions };
}

import type { ApprovalPending, ApprovalReason } from '@copup/shared/admin.ts';
import { KOBO_PER_NAIRA, PAYOUT_NAIRA_PER_COIN } from '@copup/shared/coins.ts';
import { inTransaction, type Transaction } from '../db/in-transaction.ts';
import { withStoredReply } from '../db/with-stored-reply.ts';
import type { Deps } from '../deps.ts';
import type { ApprovedActions } from '../operators/approved-action.ts';
import { findApprovalReason, lockOperatorAndOwner, noteOperatorMove } from '../operators/operator-moves.ts';
import { requestApprovalOnce } from '../operators/request-approval.ts';
import type { SubjectRow } from './subject-kind.ts';

/** Returns the coins that naira, in kobo, are worth at the rate of payouts, rounded up (A10a). */
export const worthOfNaira = (kobo: number): number =>
  Math.ceil(kobo / (PAYOUT_NAIRA_PER_COIN * KOBO_PER_NAIRA));

/** How an operator publishes or edits a subject. */
export interface Publishing {
  /** The transaction of an approval; by default the command has its own. */
  tx?: Transaction;
  /** The id that the request for the approval has reserved. */
  id?: number;
  /** Absent for the system, and for what a second operator approved. */
  check?: PublishCheck;
  /** Takes over the scheduling of its jobs until `tx` is committed; by default they are scheduled at once. */
  schedule?: (work: () => void) => void;
}

/** Compares what a subject gives with what one operator moves alone (O3a). */
export interface PublishCheck {
  /** Locks the operator, before the subject. */
  lock(tx: Transaction): Promise<void>;
  /** Counts what is given, or throws NeedsSecondOperator, which undoes the transaction. `before` is the row of an edit. */
  count(tx: Transaction, row: SubjectRow, before?: SubjectRow): Promise<void>;
}

class NeedsSecondOperator extends Error {
  readonly id: number;
  readonly amount: number;
  readonly why: ApprovalReason;

  constructor(id: number, amount: number, why: ApprovalReason) {
    super('a second operator has to approve it');
    [this.id, this.amount, this.why] = [id, amount, why];
  }
}

/** What a kind of subjects tells about its publications. */
export interface Published<Row extends SubjectRow> {
  readonly name: string;
  /**
   * Returns what the subject gives that its players do not pay: coins from `rewards`, or goods and cash in coins at the
   * rate of payouts.
   */
  worth(row: Row): number;
  /** Its name in requests. */
  titleOf(row: Row): string;
  create(body: unknown, operatorId: string, publishing: Publishing): Promise<Row>;
  edit(command: { id: number; operatorId: string } & Publishing, body: unknown): Promise<Row>;
}

type PublishDeps = Pick<Deps, 'db' | 'newId' | 'settings'>;

export interface Publish {
  operatorId: string;
  /** Of an edit. */
  id?: number;
  body: object;
  /** The Idempotency-Key (P6). */
  key: string | undefined;
}

const actionOf = (name: string, isEdit: boolean) => `${name}.${isEdit ? 'raise' : 'publish'}`;

/**
 * Creates or edits a subject and replies with what `read` returns of it. When what it gives, or gives more, needs a
 * second operator (O3a), replies with the request and changes nothing.
 */
export async function publish<Row extends SubjectRow, Reply>(
  deps: PublishDeps,
  published: Published<Row>,
  { operatorId, id, body, key }: Publish,
  read: (tx: Transaction, id: number) => Promise<Reply>,
): Promise<{ status: number; reply: Reply | ApprovalPending }> {
  const action = actionOf(published.name, id !== undefined);
  const request = {
    userId: operatorId,
    route: `admin/${action}`,
    subject: String(id ?? ''),
    key,
    input: body,
  };
  let title = '';
  const check: PublishCheck = {
    async lock(tx) {
      await lockOperatorAndOwner(tx, operatorId, operatorId);
    },
    async count(tx, row, before) {
      const amount = published.worth(row as Row) - (before ? published.worth(before as Row) : 0);
      if (row.realm !== 0 || amount <= 0) return;
      const move = { operatorId, user: null, amount, isCredit: false };
      const why = await findApprovalReason(tx, deps, move);
      title = published.titleOf(row as Row);
      if (why) throw new NeedsSecondOperator(row.id, amount, why);
      await noteOperatorMove(tx, move, deps.newId());
    },
  };
  let scheduling: (() => void) | undefined;
  const schedule = (work: () => void) => {
    scheduling = work;
  };
  try {
    const done = await inTransaction(deps.db, (tx) =>
      withStoredReply<Reply | ApprovalPending>(tx, request, async () => {
        const row =
          id === undefined
            ? await published.create(body, operatorId, { tx, check, schedule })
            : await published.edit({ id, operatorId, tx, check, schedule }, body);
        return { status: id === undefined ? 201 : 200, reply: await read(tx, row.id) };
      }),
    );
    scheduling?.();
    return done;
  } catch (error) {
    if (!(error instanceof NeedsSecondOperator)) throw error;
    const { amount, why } = error;
    return inTransaction(deps.db, (tx) =>
      withStoredReply<Reply | ApprovalPending>(tx, request, async () => ({
        status: 202,
        reply: await requestApprovalOnce(tx, {
          action,
          subject: { kind: published.name, id: String(error.id) },
          beneficiaryId: null,
          why,
          details: { title, bid_points: amount, body },
          operatorId,
        }),
      })),
    );
  }
}

/** Executes publications and edits that a second operator approved. */
export const publishApproved = <Row extends SubjectRow>(published: Published<Row>): ApprovedActions => ({
  [actionOf(published.name, false)]: {
    async apply(tx, { subject, details, requestedBy }) {
      await published.create(details.body, requestedBy, { tx, id: Number(subject.id) });
      return {};
    },
  },
  [actionOf(published.name, true)]: {
    async apply(tx, { subject, details, requestedBy }) {
      await published.edit({ id: Number(subject.id), operatorId: requestedBy, tx }, details.body);
      return {};
    },
  },
});

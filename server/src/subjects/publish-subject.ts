import type { ApprovalPending, ApprovalReason } from '@copup/shared/admin.ts';
import { KOBO_PER_NAIRA, PAYOUT_NAIRA_PER_COIN } from '@copup/shared/coins.ts';
import { inTransaction, type Transaction } from '../db/in-transaction.ts';
import { withStoredReply } from '../db/with-stored-reply.ts';
import type { Deps } from '../deps.ts';
import type { ApprovedActions } from '../operators/approved-action.ts';
import { findApprovalReason, lockOperatorAndOwner, noteOperatorMove } from '../operators/operator-moves.ts';
import { requestApprovalOnce } from '../operators/request-approval.ts';
import type { ReopenSubject } from './reopen-subject.ts';
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

/** What a kind of subjects declares about its publications. */
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
  /** Creates the copy of a subject and cancels that, in the transaction `tx` (A14). */
  reopen(command: ReopenSubject, body: unknown, publishing: Publishing & { tx: Transaction }): Promise<Row>;
}

type PublishDeps = Pick<Deps, 'db' | 'newId' | 'settings'>;

export interface Publish {
  operatorId: string;
  /** Of an edit. */
  id?: number;
  /** The subject to cancel, of a copy. */
  reopens?: Omit<ReopenSubject, 'operatorId'>;
  body: object;
  /** The Idempotency-Key (P6). */
  key: string | undefined;
}

/**
 * Creates, edits or reopens a subject and replies with what `read` returns of it. When what it gives, or gives more,
 * needs a second operator (O3a), replies with the request and changes nothing. A copy counts as a new subject.
 */
export async function publish<Row extends SubjectRow, Reply>(
  deps: PublishDeps,
  published: Published<Row>,
  { operatorId, id, reopens, body, key }: Publish,
  read: (tx: Transaction, id: number) => Promise<Reply>,
): Promise<{ status: number; reply: Reply | ApprovalPending }> {
  const action = `${published.name}.${reopens ? 'reopen' : id === undefined ? 'publish' : 'raise'}`;
  const request = {
    userId: operatorId,
    route: `admin/${action}`,
    subject: String(reopens?.id ?? id ?? ''),
    key,
    input: reopens ? { reason: reopens.reason, body } : body,
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
        const publishing = { tx, check, schedule };
        const row = reopens
          ? await published.reopen({ ...reopens, operatorId }, body, publishing)
          : id === undefined
            ? await published.create(body, operatorId, publishing)
            : await published.edit({ id, operatorId, ...publishing }, body);
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
          subject: { kind: published.name, id: String(reopens?.id ?? error.id) },
          beneficiaryId: null,
          why,
          details: {
            title,
            bid_points: amount,
            body,
            ...(reopens && { reason: reopens.reason }),
          },
          operatorId,
        }),
      })),
    );
  }
}

const SUBJECTS = 'subjects';

/** Executes publications, edits and copies that a second operator approved. */
export const publishApproved = <Row extends SubjectRow>(published: Published<Row>): ApprovedActions => ({
  [`${published.name}.publish`]: {
    right: SUBJECTS,
    async apply(tx, { subject, details, requestedBy }) {
      await published.create(details.body, requestedBy, { tx, id: Number(subject.id) });
      return {};
    },
  },
  [`${published.name}.raise`]: {
    right: SUBJECTS,
    async apply(tx, { subject, details, requestedBy }) {
      await published.edit({ id: Number(subject.id), operatorId: requestedBy, tx }, details.body);
      return {};
    },
  },
  [`${published.name}.reopen`]: {
    right: SUBJECTS,
    async apply(tx, { subject, details, requestedBy }) {
      const command = { id: Number(subject.id), operatorId: requestedBy, reason: String(details.reason) };
      await published.reopen(command, details.body, { tx });
      return {};
    },
  },
});

import type { ApprovalPending } from '@copup/shared/admin.ts';
import { mayNeedApproval, provesPayment } from '@copup/shared/calls/decisions.ts';
import type { Transaction } from '../db/in-transaction.ts';
import type { Deps } from '../deps.ts';
import { invariant } from '../errors.ts';
import type { ApprovedAction, ApprovedActions } from '../operators/approved-action.ts';
import { decideOnce } from '../operators/decide-once.ts';
import { moveOrRequest } from '../operators/move-or-request.ts';
import { lockOperatorAndOwner, refuseOwnWallet } from '../operators/operator-moves.ts';
import { freeOrRefuse } from '../operators/queue-claims.ts';
import { writeAudit } from '../operators/write-audit.ts';
import { refuseUsedReference, takeBankReference } from '../payments/bank-references.ts';
import {
  type DecidedItem,
  type DecidedKind,
  type DecideItem,
  type DecisionRule,
  type Given,
  itemSubject,
  type MoveDeps,
  type Taken,
  type TakenDecision,
} from './decided-kind.ts';

/**
 * Takes a decision on an item, logged and with a notice to its owner. When it needs a second operator (O3a), returns the
 * request and leaves the item unchanged. Of two operators at once the second is refused, with the current status. `key`
 * is the Idempotency-Key (P6).
 */
export function decide<Item extends DecidedItem>(
  deps: Pick<Deps, 'db' | 'newId' | 'notices' | 'settings'>,
  kind: DecidedKind<Item>,
  { key, ...decision }: TakenDecision & { key?: string | undefined },
): Promise<ApprovalPending | undefined> {
  const { id, action, operatorId, reason, bankReference, transfer } = decision;
  const route = `admin/${kind.plural}/${action}`;
  const request = {
    userId: operatorId,
    route,
    subject: String(id),
    key,
    input: { reason, bankReference, transfer },
  };
  return decideOnce(deps, request, (tx) => decideFree(deps, kind)(tx, decision));
}

/** Returns a function that takes a decision on an item that no other operator claims. */
export const decideFree =
  <Item extends DecidedItem>(deps: MoveDeps, kind: DecidedKind<Item>): DecideItem =>
  async (tx, decision) => {
    await freeOrRefuse(tx, kind.plural, decision.id, decision.operatorId);
    return decideWithin(tx, deps, kind, decision);
  };

/** Does the same in a transaction of the caller. */
export async function decideWithin<Item extends DecidedItem>(
  tx: Transaction,
  deps: MoveDeps,
  kind: DecidedKind<Item>,
  { id, action, ...given }: TakenDecision,
): Promise<ApprovalPending | undefined> {
  const rule = kind.rules[action];
  invariant(rule, `${kind.plural} have no action ${action}`);
  const { operatorId, reason, bankReference } = given;
  // Users are locked before the item, as for an approval.
  const ownerId = await kind.findOwner(tx, id);
  if (ownerId === undefined) throw kind.notFound();
  const owner = await lockOperatorAndOwner(tx, operatorId, ownerId);
  const item = await kind.lock(tx, id, owner);
  if (kind.isRepeatable && item?.status === rule.to) return undefined;
  assertDecidable(kind, rule, item);
  await rule.check?.(tx, item, given);
  const subject = itemSubject(kind, id);
  if (provesPayment(rule)) await refuseUsedReference(tx, String(bankReference), subject);
  const details = {
    ...rule.logs?.(item, given),
    ...(reason !== undefined && { reason }),
    ...(bankReference !== undefined && { bank_reference: bankReference }),
  };
  const logged = { action: `${kind.name}.${action}`, subject, details, operatorId };
  const execute = () => carryOut(tx, deps, kind, rule, item, given);
  if (mayNeedApproval(rule)) {
    // What leaves to a user's bank or address counts as received by the user.
    const user = { id: ownerId, realm: item.realm };
    const counted = (await rule.counts?.(tx, item, operatorId)) ?? { amount: item.bidPoints };
    return moveOrRequest(tx, deps, { ...logged, ...counted, user, isCredit: true }, execute);
  }
  if (kind.isRefusedToOwner) await refuseOwnWallet(tx, operatorId, ownerId);
  const transferId = await execute();
  const { realm } = item;
  await writeAudit(tx, { ...logged, realm, details: { ...details, ...loggedTransfer(transferId) } });
  return undefined;
}

/** Executes what a second operator approved. The decision is that of the operator who requested it. */
export const approvedDecisions = <Item extends DecidedItem>(
  deps: MoveDeps,
  kind: DecidedKind<Item>,
): ApprovedActions => {
  const execute = (rule: DecisionRule<Item>): ApprovedAction => ({
    right: rule.right,
    async apply(tx, { subject, details, requestedBy }) {
      const { reason, bank_reference: bankReference } = details as Record<string, string | undefined>;
      const item = await kind.lock(tx, Number(subject.id));
      assertDecidable(kind, rule, item);
      const given = { operatorId: requestedBy, reason, bankReference };
      await rule.check?.(tx, item, given);
      return loggedTransfer(await carryOut(tx, deps, kind, rule, item, given));
    },
  });
  const rules = Object.entries(kind.rules).filter(([, rule]) => mayNeedApproval(rule));
  return Object.fromEntries(rules.map(([action, rule]) => [`${kind.name}.${action}`, execute(rule)]));
};

const loggedTransfer = (transferId: string | null | undefined) =>
  transferId === undefined ? {} : { transfer_id: transferId };

function assertDecidable<Item extends DecidedItem>(
  kind: DecidedKind<Item>,
  { from, to }: DecisionRule<Item>,
  item: Item | undefined,
): asserts item is Item {
  if (!item) throw kind.notFound();
  if (from ? !from.includes(item.status) : item.status === to) throw kind.wrongStatus(item.status);
}

/** Takes a decision on an item that is locked and checked. Returns the id of its transfer, if it has one. */
export async function carryOut<Item extends DecidedItem>(
  tx: Transaction,
  deps: MoveDeps,
  kind: DecidedKind<Item>,
  rule: DecisionRule<Item>,
  item: Item,
  given: Given,
): Promise<string | null | undefined> {
  const subject = itemSubject(kind, item.id);
  if (provesPayment(rule)) await takeBankReference(tx, String(given.bankReference), subject);
  const postponed = await rule.postpone?.(tx, deps, item, given);
  if (postponed !== undefined) return postponed;
  const status = rule.leadsTo?.(item, given) ?? rule.to;
  await kind.write(tx, item, { ...given, status }, deps);
  const transferId = await rule.move?.(tx, deps, item);
  await notifyOwner(tx, deps, kind, item, { ...given, status });
  return transferId;
}

export async function notifyOwner<Item extends DecidedItem>(
  tx: Transaction,
  { notices }: Pick<Deps, 'notices'>,
  kind: DecidedKind<Item>,
  item: Item,
  taken: Taken,
): Promise<void> {
  const { status, reason } = taken;
  const notice = kind.notice(item, taken);
  const details = { ...notice.details, status, ...(reason !== undefined && { reason }) };
  const subject = itemSubject(kind, item.id);
  await notices.write(tx, [{ userId: item.userId, subject, ...notice, details }]);
}

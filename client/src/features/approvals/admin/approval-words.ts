import type { Approval, ApprovalBlock, ApprovalReason } from '@copup/shared/admin.ts';
import { formatNumber, inCoins } from '@copup/shared/coins.ts';
import { isolate } from '@copup/shared/isolate.ts';
import { subjectKinds } from '@copup/shared/live-subjects.ts';
import { showMoment } from '../../../console/local-time.ts';

export const coinsOf = ({ details: { bid_points: points } }: Approval) =>
  typeof points === 'number' ? points : undefined;

export const signed = (points: number | undefined) =>
  points === undefined ? '–' : `${points < 0 ? '−' : '+'}${formatNumber(Math.abs(points))}`;

const nameOf = ({ subject_name, subject_username, subject_kind, subject_id }: Approval) =>
  subject_username ? `${isolate(subject_name ?? '')} (${subject_username})` : `${subject_kind} ${subject_id}`;

export const reasonOf = ({ details: { reason } }: Approval) => (typeof reason === 'string' ? reason : '');

const publishing = new RegExp(`^(${subjectKinds.join('|')})\\.(publish|raise|reopen)$`);

/** Describes the request in words. */
export function whatOf(approval: Approval): string {
  const points = coinsOf(approval);
  const coins = inCoins(Math.abs(points ?? 0));
  const name = nameOf(approval);
  const { from, to } = approval.details;
  const published = publishing.exec(approval.action);
  if (published) {
    const title = String(approval.details.title);
    const [, kind, how] = published;
    if (how === 'reopen')
      return `Cancel ${kind} ${approval.subject_id} and reopen it as ${title}: gives ${coins}`;
    return `${how === 'publish' ? 'Publish' : 'Edit'} ${kind} ${title}: gives ${coins}${how === 'raise' ? ' more' : ''}`;
  }
  switch (approval.action) {
    case 'user.adjust':
      return (points ?? 0) < 0 ? `Take ${coins} from ${name}` : `Give ${coins} to ${name}`;
    case 'order.ship':
      return `Ship order ${approval.subject_id} to ${name}: worth ${coins}`;
    case 'heist-order.deliver':
      return `Deliver heist order ${approval.subject_id} to ${name}: worth ${coins}`;
    case 'order.refund':
      return `Refund order ${approval.subject_id}: ${coins} to ${name}`;
    case 'heist-order.refund':
      return `Refund heist order ${approval.subject_id}: ${coins} to ${name}`;
    case 'heist.accept_answer':
      return `Accept an answer in heist ${approval.subject_id}`;
    case 'fixture.result':
      return `Enter the result of match ${approval.subject_id}: stakes of ${coins}`;
    case 'fixture.correct':
      return `Correct the result of match ${approval.subject_id}: stakes of ${coins}`;
    case 'bet.cancel':
      return `Cancel bet ${approval.subject_id}: ${coins} back to its players`;
    case 'payout.approve':
      return `Approve payout ${approval.subject_id}: ${coins} of ${name}`;
    case 'payout.return':
      return `Return payout ${approval.subject_id}: ${coins} to ${name}`;
    case 'payment.approve':
      return `Approve payment ${approval.subject_id}: ${coins} to ${name}`;
    case 'trade.approve':
      return `Approve trade ${approval.subject_id}: ${coins} to ${name}`;
    case 'task-upload.approve':
      return `Approve upload ${approval.subject_id} of ${name}: task coins worth ${coins}`;
    case 'trader.stock':
      return `${(points ?? 0) < 0 ? 'Withdraw' : 'Add'} ${coins} ${(points ?? 0) < 0 ? 'from' : 'to'} the stock of trader ${approval.subject_id}`;
    case 'trader.payee': {
      const {
        name: trader,
        payment_method: bank,
        account_name: holder,
        account_number: account,
      } = approval.details;
      return `Change the user or the account of trader ${trader}: ${account}, ${holder}, ${bank}`;
    }
    case 'rewards.fund':
      return `Fund rewards with ${coins}`;
    case 'user.promote':
      return `Make ${name} an operator`;
    case 'user.demote':
      return `Make the operator ${name} a player`;
    case 'user.email':
      return `Change the e-mail address of the operator ${name} to ${String(to)}`;
    case 'setting.change':
      return `Change ${approval.subject_id} from ${String(from)} to ${String(to)}`;
    case 'second-factor.reset':
      return `Reset the second factor of ${name}`;
    default:
      return `${approval.action}: ${name}`;
  }
}

const reasons: Record<ApprovalReason, string> = {
  amount: 'The amount is above the threshold',
  operator_sum: 'Together with what this operator moved in 24 hours, the amount is above the threshold',
  wallet_sum: 'Together with what this wallet received in 24 hours, the amount is above the threshold',
  operator_month: 'Together with what this operator moved in 30 days, the amount is above the threshold',
  wallet_month: 'Together with what this wallet received in 30 days, the amount is above the threshold',
  always: 'Always needs a second operator',
};
export const whyOf = ({ why }: Approval) => reasons[why];

/** Returns a sentence about the operators that it waits for. */
export function waitsForOf({ waits_for: waits }: Approval): string {
  if (!waits) return '';
  if (waits.approvers.length > 0) return `Waits for ${waits.approvers.join(', ')}`;
  if (waits.approver_from) return `No operator may approve it before ${showMoment(waits.approver_from)}`;
  return 'Waits: there is no other operator who may approve it';
}

/** Why the current operator cannot approve it. */
export const blockTexts: Record<ApprovalBlock, string> = {
  OWN_REQUEST: 'You asked for this. Another operator decides.',
  OWN_BENEFIT: 'This is about your own account. Another operator decides.',
  SAME_PROMOTION: 'One of you made the other an operator',
  SAME_DEVICE: 'You and the requester signed in on the same device within 30 days',
  TOO_NEW_TO_APPROVE: 'New operators can’t approve yet',
  REQUESTER_NOT_OPERATOR: 'The requester is no longer an operator',
  FORBIDDEN: 'Only operators can approve',
};

import type { Approval, ApprovalBlock, ApprovalReason } from '@copup/shared/admin.ts';
import { formatNumber, inCoins } from '@copup/shared/coins.ts';
import { isolate } from '@copup/shared/isolate.ts';
import { subjectKinds } from '@copup/shared/live-subjects.ts';
import { needsText, type Right } from '@copup/shared/rights.ts';
import { showMoment } from '../../../console/local-time.ts';
import { waitsText } from '../../../console/pending.ts';

export const coinsOf = ({ details: { bid_points: points } }: Approval) =>
  typeof points === 'number' ? points : undefined;

export const signed = (points: number | undefined) =>
  points === undefined ? '–' : `${points < 0 ? '−' : '+'}${formatNumber(Math.abs(points))}`;

const nameOf = ({ subject_name, subject_username, subject_kind, subject_id }: Approval) =>
  subject_username ? `${isolate(subject_name ?? '')} (${subject_username})` : `${subject_kind} ${subject_id}`;

export const reasonOf = ({ details: { reason } }: Approval) => (typeof reason === 'string' ? reason : '');

/** Earlier requests name no role: they asked for all rights. */
const roleOf = (role: unknown): string => (typeof role === 'string' ? role : 'owner');

interface Worded {
  coins: string;
  /** Whether coins are taken away. */
  takes: boolean;
  /** Whose request it is. */
  name: string;
  id: string;
  details: Approval['details'];
}

/** What is done to a live subject that gives coins. */
const publishings: Readonly<Record<string, (kind: string, worded: Worded) => string>> = {
  publish: (kind, { details: { title }, coins }) => `Publish ${kind} ${title}: gives ${coins}`,
  raise: (kind, { details: { title }, coins }) => `Edit ${kind} ${title}: gives ${coins} more`,
  reopen: (kind, { id, details: { title }, coins }) =>
    `Cancel ${kind} ${id} and reopen it as ${title}: gives ${coins}`,
};

/** What is requested, by action. */
const words: Readonly<Record<string, (worded: Worded) => string>> = {
  'user.adjust': ({ takes, coins, name }) =>
    takes ? `Take ${coins} from ${name}` : `Give ${coins} to ${name}`,
  'order.ship': ({ id, name, coins }) => `Ship order ${id} to ${name}: worth ${coins}`,
  'heist-order.deliver': ({ id, name, coins }) => `Deliver heist order ${id} to ${name}: worth ${coins}`,
  'order.refund': ({ id, name, coins }) => `Refund order ${id}: ${coins} to ${name}`,
  'heist-order.refund': ({ id, name, coins }) => `Refund heist order ${id}: ${coins} to ${name}`,
  'heist.accept-answer': ({ id }) => `Accept an answer in heist ${id}`,
  'fixture.result': ({ id, coins }) => `Enter the result of match ${id}: stakes of ${coins}`,
  'fixture.correct': ({ id, coins }) => `Correct the result of match ${id}: stakes of ${coins}`,
  'bet.cancel': ({ id, coins }) => `Cancel bet ${id}: ${coins} back to its players`,
  'payout.approve': ({ id, name, coins }) => `Approve payout ${id}: ${coins} of ${name}`,
  'payout.return': ({ id, name, coins }) => `Return payout ${id}: ${coins} to ${name}`,
  'payment.approve': ({ id, name, coins }) => `Approve payment ${id}: ${coins} to ${name}`,
  'payment.return': ({ id, name, coins }) => `Return money of payment ${id} to ${name}: worth ${coins}`,
  'trade.approve': ({ id, name, coins }) => `Approve trade ${id}: ${coins} to ${name}`,
  'task-upload.approve': ({ id, name, coins }) =>
    `Approve upload ${id} of ${name}: task coins worth ${coins}`,
  'trader.stock': ({ takes, coins, id }) =>
    `${takes ? 'Withdraw' : 'Add'} ${coins} ${takes ? 'from' : 'to'} the stock of trader ${id}`,
  'trader.payee': ({ details: { name, account_number, account_name, bank_name, payment_method } }) =>
    `Change the user or the account of trader ${isolate(String(name))}: ${account_number}, ${isolate(String(account_name))}, ${bank_name || payment_method}`,
  'rewards.fund': ({ coins }) => `Fund rewards with ${coins}`,
  'user.promote': ({ name, details: { to } }) => `Make ${name} an operator: ${roleOf(to)}`,
  'user.role': ({ name, details: { from, to } }) =>
    `Change the role of ${name} from ${roleOf(from)} to ${roleOf(to)}`,
  'user.demote': ({ name }) => `Make the operator ${name} a player`,
  'user.suspend': ({ name }) => `Suspend ${name} for 14 more days`,
  'user.email': ({ name, details: { to } }) =>
    `Change the e-mail address of the operator ${name} to ${String(to)}`,
  'setting.change': ({ id, details: { from, to } }) => `Change ${id} from ${String(from)} to ${String(to)}`,
  'second-factor.reset': ({ name }) => `Reset the second factor of ${name}`,
};

/** Describes the request in words. */
export function whatOf(approval: Approval): string {
  const { action, details, subject_id: id } = approval;
  const points = coinsOf(approval) ?? 0;
  const name = nameOf(approval);
  const worded = { coins: inCoins(Math.abs(points)), takes: points < 0, name, id, details };
  const [kind = '', does = ''] = action.split('.');
  const publishing = (subjectKinds as readonly string[]).includes(kind) ? publishings[does] : undefined;
  return publishing?.(kind, worded) ?? words[action]?.(worded) ?? `${action}: ${name}`;
}

/** The notice after a second operator's decision. */
export const decidedText = (decided: Approval): string =>
  `${decided.status === 'approved' ? 'Approved' : 'Rejected'}: ${whatOf(decided)}`;

/** The notice after a request to fund rewards. */
export const fundingText = (points: number): string => waitsText(`Funding rewards with ${inCoins(points)}`);

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

const blockTexts: Record<Exclude<ApprovalBlock, 'RIGHT_NEEDED'>, string> = {
  OWN_REQUEST: 'You asked for this. Another operator decides.',
  OWN_BENEFIT: 'This is about your own account. Another operator decides.',
  SAME_PROMOTION: 'One of you made the other an operator',
  SAME_DEVICE: 'You and the requester signed in on the same device within 30 days',
  TOO_NEW_TO_APPROVE: 'New operators can’t approve yet',
  REQUESTER_NOT_OPERATOR: 'The requester is no longer an operator with this right',
  FORBIDDEN: 'Only operators can approve',
};

/** Why the current operator cannot approve it. */
export const blockText = (block: ApprovalBlock, right: Right): string =>
  block === 'RIGHT_NEEDED' ? needsText(right) : blockTexts[block];

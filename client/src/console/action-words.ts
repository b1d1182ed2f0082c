import { liveSubjects } from '@copup/shared/live-subjects.ts';
import { claimedQueues } from '@copup/shared/queues.ts';
import { type RecordName, recordKind, recordNames } from '@copup/shared/records.ts';
import { capitalized } from './capitalized.ts';

/** What an operator did to a live subject. */
const ofSubject = (kind: string, noun: string): Record<string, string> => ({
  [`${kind}.create`]: `Created ${noun}`,
  [`${kind}.edit`]: `Changed ${noun}`,
  [`${kind}.image`]: `Changed the picture of ${noun}`,
  [`${kind}.extend`]: `Moved the end of ${noun} later`,
  [`${kind}.cancel`]: `Cancelled ${noun}`,
  [`${kind}.reopen`]: `Cancelled ${noun} and reopened it`,
  [`${kind}.publish`]: `Published ${noun}`,
  [`${kind}.raise`]: `Raised what ${noun} gives`,
});

/** What an operator did to a record. Edits of former versions are called updates. */
function ofRecord(name: RecordName): Record<string, string> {
  const { noun, created = 'created' } = recordKind(name);
  const one = `${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`;
  return {
    [`${name}.create`]: `${capitalized(created)} ${one}`,
    [`${name}.edit`]: `Changed ${one}`,
    [`${name}.update`]: `Changed ${one}`,
    [`${name}.image`]: `Changed the picture of ${one}`,
  };
}

/** O1: that an operator decides an item in place of another. */
const takenOver = ({ kind }: { kind: string }) => [
  `${kind}.take-over`,
  `Took over ${kind === 'approval' ? 'an' : 'a'} ${kind.replace('-', ' ')}`,
];

/** What an operator did, by action. */
const words: Readonly<Record<string, string>> = {
  ...Object.assign({}, ...Object.entries(liveSubjects).map(([kind, { noun }]) => ofSubject(kind, noun))),
  ...Object.assign({}, ...recordNames.map(ofRecord)),
  ...Object.fromEntries(Object.values(claimedQueues).map(takenOver)),
  'payment.approve': 'Approved a payment',
  'payment.reject': 'Rejected a payment',
  'payment.record': 'Recorded money of a payment',
  'payment.return': 'Returned money of a payment',
  'payout.approve': 'Approved a payout',
  'payout.reject': 'Rejected a payout',
  'payout.pay': 'Paid a payout',
  'payout.bank-file': 'Downloaded a bank file of payouts',
  'payout.return': 'Returned a payout',
  'trade.approve': 'Approved a trade',
  'trade.reject': 'Rejected a trade',
  'trader.payee': 'Changed the user or the account of a trader',
  'trader.stock': 'Changed the stock of a trader',
  'list.export': 'Downloaded a list',
  'ledger.export': 'Downloaded transfers',
  'timeline.export': 'Downloaded a user’s timeline',
  'job.retry': 'Retried a job',
  'job.remove': 'Removed a failed job',
  'mail.retry': 'Sent a mail again',
  'notify-me.export': 'Downloaded the notify-me addresses',
  'user.adjust': 'Adjusted a user’s coins',
  'user.role': 'Changed a role',
  'user.promote': 'Made a user an operator',
  'user.demote': 'Made an operator a player',
  'user.email': 'Changed an operator’s e-mail address',
  'operator.link-on-host': 'Printed a link to choose an operator’s password',
  'task-upload.approve': 'Approved a task upload',
  'user.rename': 'Renamed a user',
  'user.suspend': 'Suspended a user',
  'user.end-suspension': 'Ended the suspension of a user',
  'user.note': 'Noted something about a user',
  'user.sign-out': 'Signed out a user’s devices',
  'order.ship': 'Shipped an order',
  'order.undo-ship': 'Undid a shipment',
  'order.deliver': 'Delivered an order',
  'order.refund': 'Refunded an order',
  'heist-order.approve': 'Approved a heist order',
  'heist-order.deliver': 'Delivered a heist order',
  'heist-order.refund': 'Refunded a heist order',
  'heist.accept-answer': 'Accepted an answer of a heist',
  'dry-run.start': 'Started a dry run',
  'dry-run.end': 'Ended a dry run early',
  'load-test.create': 'Started a load test',
  'load-test.end': 'Ended a load test',
  'load-test.expire': 'A load test ended after a day',
  'room-trace.export': 'Downloaded a trace of a room',
  'second-factor.enrol': 'Set up a second factor',
  'second-factor.recovery-code': 'Signed in with a recovery code',
  'second-factor.reset': 'Reset a second factor',
  'second-factor.reset-on-host': 'Reset a second factor on the server',
  'task-upload.reject': 'Rejected a task upload',
  'fixture.result': 'Entered a result',
  'fixture.correct': 'Corrected a result',
  'bet.cancel': 'Cancelled a bet',
  'bet.hide-title': 'Hid the title of a bet',
  'statement.import': 'Imported a bank statement',
  'statement-line.confirm': 'Confirmed whose a bank line is',
  'statement-line.explain': 'Explained a bank line',
  'statement-line.withdraw': 'Withdrew the explanation of a bank line',
  'bank-record.explain': 'Explained a record without a bank line',
  'bank-record.withdraw': 'Withdrew the explanation of a record',
  'bank-day.close': 'Closed a day of the bank',
  'alerts.pause': 'Paused alerts, or ended the pause',
  'rewards.fund': 'Funded rewards',
  'setting.change': 'Changed a setting',
};

/** The actions with their words, for a filter; those of former versions have the words of today's. */
export const actionChoices = Object.entries(words)
  .filter(([action]) => !action.endsWith('.update'))
  .sort(([, one], [, other]) => one.localeCompare(other));

/** The parts that an approval by a second operator adds to an action (O3a). */
const steps: Readonly<Record<string, string>> = {
  request: 'Requested',
  approve: 'Approved as second operator',
  reject: 'Rejected as second operator',
  withdraw: 'Returned to the queue',
};

/** Returns an action in words: "Approved a payment", "Requested: approved a payment"; others as they are named. */
export function actionWords(action: string): string {
  const own = words[action];
  if (own) return own;
  const at = action.lastIndexOf('.');
  const [requested, step] = [words[action.slice(0, at)], steps[action.slice(at + 1)]];
  if (!requested || !step) return action;
  return `${step}: ${requested.charAt(0).toLowerCase()}${requested.slice(1)}`;
}

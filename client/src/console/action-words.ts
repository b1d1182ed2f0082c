/** What an operator did, by action. */
const words: Readonly<Record<string, string>> = {
  'payment.approve': 'Approved a payment',
  'payment.reject': 'Rejected a payment',
  'payout.approve': 'Approved a payout',
  'payout.reject': 'Rejected a payout',
  'payout.pay': 'Paid a payout',
  'payout.return': 'Returned a payout',
  'trade.approve': 'Approved a trade',
  'trade.reject': 'Rejected a trade',
  'trader.create': 'Created a trader',
  'trader.edit': 'Changed a trader',
  'trader.update': 'Changed a trader',
  'trader.payee': 'Changed the user or the account of a trader',
  'trader.stock': 'Changed the stock of a trader',
  'package.create': 'Created a package',
  'package.edit': 'Changed a package',
  'package.image': 'Changed the picture of a package',
  'bank.create': 'Created a bank',
  'bank.update': 'Changed a bank',
  'post.create': 'Created a post',
  'post.edit': 'Changed a post',
  'post.image': 'Changed the picture of a post',
  'instagram-post.create': 'Added an Instagram post',
  'instagram-post.edit': 'Changed an Instagram post',
  'list.export': 'Downloaded a list',
  'ledger.export': 'Downloaded transfers',
  'timeline.export': 'Downloaded a user’s timeline',
  'job.retry': 'Retried a job',
  'job.remove': 'Removed a failed job',
  'mail.retry': 'Sent a mail again',
  'notify-me.export': 'Downloaded the notify-me addresses',
  'auction.extend': 'Moved the end of an auction later',
  'contest.extend': 'Moved the end of a contest later',
  'heist.extend': 'Moved the end of a heist later',
  'auction.reopen': 'Cancelled an auction and reopened it',
  'contest.reopen': 'Cancelled a contest and reopened it',
  'heist.reopen': 'Cancelled a heist and reopened it',
  'auction.publish': 'Published an auction',
  'auction.raise': 'Raised what an auction gives',
  'contest.publish': 'Published a contest',
  'contest.raise': 'Raised what a contest gives',
  'heist.publish': 'Published a heist',
  'heist.raise': 'Raised what a heist gives',
  'user.adjust': 'Adjusted a user’s coins',
  'user.role': 'Changed a role',
  'user.promote': 'Made a user an operator',
  'user.demote': 'Made an operator a player',
  'user.email': 'Changed an operator’s e-mail address',
  'operator.link-on-host': 'Printed a link to choose an operator’s password',
  'task-upload.approve': 'Approved a task upload',
  'user.rename': 'Renamed a user',
  'order.ship': 'Shipped an order',
  'order.undo-ship': 'Undid a shipment',
  'order.deliver': 'Delivered an order',
  'order.refund': 'Refunded an order',
  'heist-order.approve': 'Approved a heist order',
  'heist-order.deliver': 'Delivered a heist order',
  'heist-order.refund': 'Refunded a heist order',
  'heist.accept_answer': 'Accepted an answer of a heist',
  'team.create': 'Created a team',
  'team.edit': 'Changed a team',
  'fixture.create': 'Created a fixture',
  'fixture.edit': 'Changed a fixture',
  'fixture.result': 'Entered a result',
  'fixture.correct': 'Corrected a result',
  'bet.cancel': 'Cancelled a bet',
  'bet.hide_title': 'Hid the title of a bet',
  'rewards.fund': 'Funded rewards',
  'setting.change': 'Changed a setting',
};

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

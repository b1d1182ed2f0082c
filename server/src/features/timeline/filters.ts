import type { TimelineFilter } from '@copup/shared/timeline.ts';
import type { TransferKind } from '../../ledger/post-transfers.ts';
import type { WalletEntry } from '../../ledger/wallet-entries.ts';

/** The filters that show the entries of a kind of transfer. A send is `sent` or `received` by its direction. */
const filtersOf: Readonly<Record<Exclude<TransferKind, 'send'>, readonly TimelineFilter[]>> = {
  purchase: ['bought'],
  trade: ['bought'],
  bid_hold: ['held'],
  payout_hold: ['held'],
  bid_release: ['released'],
  payout_release: ['released'],
  bid_capture: ['won', 'spent'],
  buy_now: ['won', 'spent'],
  entry_fee: ['spent'],
  ticket: ['spent'],
  bet_stake: ['spent'],
  bet_fee: ['spent'],
  prize: ['won'],
  bet_settle: ['won'],
  spin_prize: ['won'],
  welcome: ['received'],
  payout_capture: ['paid'],
  payout_return: ['returned'],
  refund: ['returned'],
  chargeback_return: ['returned'],
  send_charge: ['sent'],
  affiliate_reward: ['received'],
  task_reward: ['received'],
  task_convert: ['other'],
  chargeback: ['other'],
  recovery: ['other'],
  forfeit: ['other'],
  adjust: ['other'],
  fund: ['other'],
  subsidy: ['other'],
  subsidy_return: ['other'],
  trade_reserve: ['other'],
  escrow_return: ['other'],
  stock_in: ['other'],
  stock_out: ['other'],
};

/** Returns whether a filter of the timeline shows this entry. Pure. */
export function matchesFilter({ kind, change }: WalletEntry, filter: TimelineFilter): boolean {
  if (filter === 'bonus') return change.bonus !== 0;
  if (kind !== 'send') return filtersOf[kind].includes(filter);
  return filter === (change.available < 0 ? 'sent' : 'received');
}

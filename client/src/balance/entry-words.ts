/** What happened, by kind of transfer. */
const titles: Readonly<Record<string, string>> = {
  purchase: 'Bought coins',
  trade: 'Bought from a trader',
  chargeback: 'Payment charged back',
  chargeback_return: 'Charged-back coins returned',
  recovery: 'Repaid a debt',
  send: 'Sent coins',
  send_charge: 'Charge for a send',
  entry_fee: 'Entry fee',
  ticket: 'Ticket',
  bid_hold: 'Held for a bid',
  bid_release: 'Bid released',
  bid_capture: 'Won, paid from held coins',
  buy_now: 'Bought at the buy-now price',
  prize: 'Prize',
  refund: 'Refund',
  bet_stake: 'Stake of a bet',
  bet_settle: 'Won a bet',
  bet_fee: 'Fee of a bet',
  payout_hold: 'Held for a payout',
  payout_release: 'Payout released',
  payout_capture: 'Paid out',
  payout_return: 'Payout returned',
  trade_reserve: 'Reserved for a trade',
  escrow_return: 'Trade returned',
  stock_in: 'Stock added',
  stock_out: 'Stock withdrawn',
  affiliate_reward: 'Affiliate reward',
  spin_prize: 'Spin prize',
  welcome: 'Welcome coins',
  task_reward: 'Task reward',
  task_convert: 'Task coins converted',
  subsidy: 'Subsidy of a prize',
  subsidy_return: 'Subsidy returned',
  forfeit: 'Account closed',
  fund: 'Rewards funded',
  adjust: 'Adjusted by an operator',
};

/** The kinds of transfers with their names, for a choice. */
export const transferKindNames: readonly (readonly [kind: string, name: string])[] = Object.entries(titles);

export const transferTitle = (kind: string): string => titles[kind] ?? kind;

interface Entry {
  kind: string;
  counterpart: string | null;
  subject_name: string | null;
  change: { available: number; held: number; bonus: number; task: number };
}

/** Returns the title of an entry of a wallet: a send and what a corrected result took back name their direction. */
export function entryTitle({ kind, change }: Entry): string {
  if (change.available < 0 && kind === 'bet_settle') return 'Prize of a bet taken back';
  if (change.available < 0 && kind === 'refund') return 'Refund taken back';
  if (kind === 'send') return change.available > 0 ? 'Received coins' : 'Sent coins';
  return transferTitle(kind);
}

/** Returns the line below the title: the subject or the other user. */
export function entryCause({ kind, counterpart, subject_name, change }: Entry): string | null {
  if (counterpart)
    return kind === 'send' && change.available > 0 ? `From ${counterpart}` : `To ${counterpart}`;
  return subject_name;
}

/** Returns the coins of an entry. Moves between parts of a wallet have no sign. */
export function entryAmount({ change }: Pick<Entry, 'change'>): { coins: number; sign: '' | '+' | '−' } {
  const total = change.available + change.held + change.bonus;
  if (total === 0) {
    const moved = Math.max(change.available, change.held, change.bonus);
    if (moved > 0 || change.task === 0) return { coins: moved, sign: '' };
    return { coins: Math.abs(change.task), sign: change.task > 0 ? '+' : '−' };
  }
  return { coins: Math.abs(total), sign: total > 0 ? '+' : '−' };
}

import type { HistoryEvent } from '../history.ts';
import type { Facts } from './facts.ts';

const walletParts = ['available', 'held', 'bonus', 'task'] as const;
const outside = new Set(['issuance', 'payouts']);

/** What a bank read of the history replies with: everything held, and the smallest balance, in one snapshot. */
export interface BankRead {
  held: number;
  issued: number;
  smallest: number;
}

/** I1: what users, funds and the house hold equals what was issued less what was paid out, at every moment looked at. */
export function judgeConservation(facts: Facts, history: readonly HistoryEvent[]): string[] {
  const faults = [...facts.strays];
  const held = new Map<string, number>();
  const issued = new Map<string, number>();
  const add = (sums: Map<string, number>, realm: number, unit: string, amount: number) => {
    const name = `realm ${realm}, ${unit}`;
    sums.set(name, (sums.get(name) ?? 0) + amount);
  };
  for (const wallet of facts.wallets) {
    add(held, wallet.realm, 'coin', wallet.available + wallet.held + wallet.bonus);
    add(held, wallet.realm, 'task', wallet.task);
  }
  for (const fund of facts.funds) add(held, fund.realm, fund.unit, fund.amount);
  for (const account of facts.posted) {
    if (account.id !== null) continue;
    if (outside.has(account.account)) add(issued, account.realm, account.unit, -account.amount);
    else add(held, account.realm, account.unit, account.amount);
  }
  for (const name of new Set([...held.keys(), ...issued.keys()])) {
    const has = held.get(name) ?? 0;
    const should = issued.get(name) ?? 0;
    if (has !== should) faults.push(`${name}: ${has} are held, ${should} were issued and not paid out`);
  }
  for (const event of history) {
    if (event.command !== 'read-balances' || event.type !== 'ok') continue;
    const read = event.reply as BankRead;
    if (read.held !== read.issued)
      faults.push(`while running, ${read.held} were held of ${read.issued} issued`);
    if (read.smallest < 0) faults.push(`while running, a balance was ${read.smallest}`);
  }
  return faults;
}

/** I2: no negative balance; a balance is the sum of its entries; open holds say what is held (L3). */
export function judgeBalances(facts: Facts): string[] {
  const faults: string[] = [];
  const posted = new Map<string, number>();
  for (const { account, id, unit, amount } of facts.posted) {
    if (id !== null) posted.set(`${account} ${id} ${unit}`, amount);
  }
  const compare = (account: string, id: string, unit: string, balance: number) => {
    const name = `${account} ${id} ${unit}`;
    const sum = posted.get(name) ?? 0;
    posted.delete(name);
    if (balance < 0) faults.push(`${account} of ${id} is ${balance}`);
    if (balance !== sum) faults.push(`${account} of ${id} is ${balance}, its entries add up to ${sum}`);
  };
  for (const wallet of facts.wallets) {
    for (const part of walletParts)
      compare(part, wallet.userId, part === 'task' ? 'task' : 'coin', wallet[part]);
    if (wallet.held !== wallet.openHolds)
      faults.push(`held of ${wallet.userId} is ${wallet.held}, open holds add up to ${wallet.openHolds}`);
  }
  for (const fund of facts.funds) compare(fund.account, fund.id ?? '', fund.unit, fund.amount);
  for (const [name, sum] of posted) faults.push(`${name} has entries of ${sum} and no balance`);
  return faults;
}

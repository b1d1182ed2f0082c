import type { HistoryEvent } from '../history.ts';
import type { Facts } from './facts.ts';

const walletParts = ['available', 'held', 'bonus', 'task'] as const;
const outside = new Set(['issuance', 'payouts']);

/**
 * The reply of a bank read in the history: the coins held, the coins issued and the smallest balance, in one snapshot.
 */
export interface BankRead {
  held: number;
  issued: number;
  smallest: number;
}

/** Checks I1: users, funds and platform accounts hold the coins issued minus the coins paid out, at every read. */
export function judgeConservation(facts: Facts, history: readonly HistoryEvent[]): string[] {
  const violations = [...facts.strays];
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
    if (has !== should) violations.push(`${name}: ${has} are held, ${should} were issued and not paid out`);
  }
  for (const event of history) {
    if (event.command !== 'read-balances' || event.type !== 'ok') continue;
    const read = event.reply as BankRead;
    if (read.held !== read.issued)
      violations.push(`while running, ${read.held} were held of ${read.issued} issued`);
    if (read.smallest < 0) violations.push(`while running, a balance was ${read.smallest}`);
  }
  return violations;
}

/** Checks I2: no balance is negative, each is the sum of its entries, and `held` is the sum of open holds (L3). */
export function judgeBalances(facts: Facts): string[] {
  const violations: string[] = [];
  const posted = new Map<string, number>();
  for (const { account, id, unit, amount } of facts.posted) {
    if (id !== null) posted.set(`${account} ${id} ${unit}`, amount);
  }
  const compare = (account: string, id: string, unit: string, balance: number) => {
    const name = `${account} ${id} ${unit}`;
    const sum = posted.get(name) ?? 0;
    posted.delete(name);
    if (balance < 0) violations.push(`${account} of ${id} is ${balance}`);
    if (balance !== sum) violations.push(`${account} of ${id} is ${balance}, its entries add up to ${sum}`);
  };
  for (const wallet of facts.wallets) {
    for (const part of walletParts)
      compare(part, wallet.userId, part === 'task' ? 'task' : 'coin', wallet[part]);
    if (wallet.held !== wallet.openHolds)
      violations.push(`held of ${wallet.userId} is ${wallet.held}, open holds add up to ${wallet.openHolds}`);
  }
  for (const fund of facts.funds) compare(fund.account, fund.id ?? '', fund.unit, fund.amount);
  for (const [name, sum] of posted) violations.push(`${name} has entries of ${sum} and no balance`);
  return violations;
}

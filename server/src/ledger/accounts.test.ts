import { expect, it } from 'vitest';
import type { Transaction } from '../db/in-transaction.ts';
import type { Account } from './accounts.ts';
import {
  debtorsAmong,
  fundIdsOf,
  notYetLocked,
  ownersOf,
  rememberDebtors,
  rememberLocked,
} from './accounts.ts';

const newTransaction = () => ({}) as Transaction;

it('L5 a transaction locks each account once, and knows those of no other transaction', () => {
  const tx = newTransaction();
  expect(notYetLocked(tx, ['a', 'b', 'a'])).toEqual(['a', 'b']);
  rememberLocked(tx, ['a']);
  rememberLocked(tx, ['c']);
  expect(notYetLocked(tx, ['a', 'b', 'c', 'b'])).toEqual(['b']);
  expect(notYetLocked(newTransaction(), ['a'])).toEqual(['a']);
});

it('X5 a transaction knows which of the users whose wallets it locked owe coins', () => {
  const tx = newTransaction();
  expect(debtorsAmong(tx, ['a'])).toEqual([]);
  rememberDebtors(tx, ['a', 'c']);
  expect(debtorsAmong(tx, ['a', 'b', 'a', 'c'])).toEqual(['a', 'c']);
  expect(debtorsAmong(newTransaction(), ['a'])).toEqual([]);
});

it('L1 the rows of accounts are those of wallets and of funds; platform accounts have none', () => {
  const accounts: Account[] = [
    { kind: 'available', id: 'a' },
    { kind: 'held', id: 'a' },
    { kind: 'task', id: 'b' },
    { kind: 'pot', id: 'p' },
    { kind: 'revenue' },
  ];
  expect([...ownersOf(accounts)]).toEqual(['a', 'b']);
  expect([...fundIdsOf(accounts)]).toEqual(['p']);
});

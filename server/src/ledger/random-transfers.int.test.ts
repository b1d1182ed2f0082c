import { createUsers } from '@copup/testkit/builders.ts';
import { isFull } from '@copup/testkit/is-full.ts';
import { available, bonus, move, post, useTestDatabase } from '@copup/testkit/ledger.ts';
import fc from 'fast-check';
import { v7 as uuidv7 } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import { auditLedger } from '../audit.ts';
import { inTransaction } from '../db/in-transaction.ts';
import {
  type Account,
  accountId,
  ensureFund,
  findFund,
  isWalletPart,
  platformAccounts,
  type Unit,
  type WalletPart,
} from './accounts.ts';
import { platformBalance } from './platform-accounts.ts';
import { readWallets } from './wallets.ts';

const test = useTestDatabase();

describe('random transfers', () => {
  interface Place {
    account: Account;
    realm: number;
    unit: Unit;
  }
  const realms = [0, 31];
  const units = ['coin', 'task'] as const;
  const nameOf = ({ account, realm, unit }: Place) =>
    `${realm} ${unit} ${account.kind} ${accountId(account)}`;
  const model = new Map<string, number>();
  const places: Place[] = [];

  beforeAll(async () => {
    for (const realm of realms) {
      const users = await createUsers(test.db, 5, { realm, coins: 300, bonus: 100 });
      const pot = await inTransaction(test.db, (tx) =>
        ensureFund(tx, uuidv7(), { kind: 'pot', realm, subject: { kind: 'contest', id: 'random' } }),
      );
      for (const user of users) {
        places.push({ account: available(user), realm, unit: 'coin' });
        places.push({ account: bonus(user), realm, unit: 'coin' });
        places.push({ account: { kind: 'task', id: user.id }, realm, unit: 'task' });
      }
      places.push({ account: { kind: 'pot', id: pot.id }, realm, unit: 'coin' });
      for (const unit of units) {
        for (const kind of platformAccounts) places.push({ account: { kind }, realm, unit });
      }
    }
    for (const place of places) model.set(nameOf(place), await balanceOf(place));
  });

  async function balanceOf({ account, realm, unit }: Place): Promise<number> {
    if (!('id' in account)) return platformBalance(test.db, account.kind, unit, realm);
    if (account.kind === 'pot') {
      const subject = { kind: 'contest', id: 'random' };
      return (await findFund(test.db, { kind: 'pot', realm, subject }))?.balance ?? Number.NaN;
    }
    const wallet = (await readWallets(test.db, [account.id])).get(account.id);
    return wallet?.[account.kind as WalletPart] ?? Number.NaN;
  }

  /** One posting; a wild one takes any two accounts, the others two accounts between which a posting is allowed. */
  const anyPosting = fc.record({
    first: fc.nat(),
    second: fc.nat(),
    amount: fc.oneof(
      { weight: 30, arbitrary: fc.integer({ min: 1, max: 60 }) },
      fc.integer({ min: 1, max: 2 ** 40 }),
    ),
    isWild: fc.integer({ min: 0, max: 19 }).map((roll) => roll === 0),
  });
  const anyTransfer = fc.record({
    realm: fc.constantFrom(...realms),
    unit: fc.constantFrom('coin' as const, 'coin' as const, 'task' as const),
    postings: fc.array(anyPosting, { minLength: 1, maxLength: 3 }),
    isOfWallets: fc.constant<boolean>(false),
  });
  /** Transfers from wallets of one realm to wallets and to revenue, which the database applies together. */
  const anyBatchOfWallets = fc
    .tuple(fc.constantFrom(...realms), fc.array(anyTransfer, { minLength: 1, maxLength: 8 }))
    .map(([realm, transfers]) =>
      transfers.map((one) => ({ ...one, realm, unit: 'coin' as const, isOfWallets: true })),
    );
  const anyBatch = fc.oneof(fc.array(anyTransfer, { minLength: 1, maxLength: 3 }), anyBatchOfWallets);
  type Plan = { realm: number; unit: Unit; postings: { from: Place; to: Place; amount: number }[] };

  function planOf({
    realm,
    unit,
    postings,
    isOfWallets,
  }: typeof anyTransfer extends fc.Arbitrary<infer T> ? T : never): Plan {
    const fitting = places.filter((place) => place.realm === realm && place.unit === unit);
    const ofWallets = fitting.filter(({ account }) => isWalletPart(account.kind));
    const revenue = fitting.filter(({ account }) => account.kind === 'revenue');
    const pick = (list: readonly Place[], nth: number) => list[nth % list.length] as Place;
    return {
      realm,
      unit,
      postings: postings.map(({ first, second, amount, isWild }) => {
        const to = isWild ? revenue : ofWallets;
        if (isOfWallets) return { from: pick(ofWallets, first), to: pick(to, second), amount };
        const list = isWild ? places : fitting;
        return { from: pick(list, first), to: pick(list, second), amount };
      }),
    };
  }

  /** Returns the balances after the plans, undefined when one of them breaks a rule. */
  function judge(plans: readonly Plan[]): Map<string, number> | undefined {
    const after = new Map(model);
    for (const { realm, unit, postings } of plans) {
      for (const { from, to, amount } of postings) {
        for (const place of [from, to]) {
          if ('id' in place.account && (place.realm !== realm || place.unit !== unit)) return undefined;
        }
        const [source, destination] = [nameOf({ ...from, realm, unit }), nameOf({ ...to, realm, unit })];
        if (source === destination) return undefined;
        after.set(source, (after.get(source) ?? 0) - amount);
        after.set(destination, (after.get(destination) ?? 0) + amount);
        if ('id' in from.account && (after.get(source) ?? 0) < 0) return undefined;
      }
    }
    return after;
  }

  it('P2 leave each balance as a plain model computes it, and are refused when the model refuses them', async () => {
    let done = 0;
    let refused = 0;
    await fc.assert(
      fc.asyncProperty(anyBatch, async (transfers) => {
        const plans = transfers.map(planOf);
        const after = judge(plans);
        const posting = post(
          test.db,
          ...plans.map(({ realm, unit, postings }) => ({
            ...move({ kind: 'issuance' }, { kind: 'revenue' }, 1, { realm }),
            postings: postings.map(({ from, to, amount }) => ({
              from: from.account,
              to: to.account,
              amount,
              unit,
            })),
          })),
        );
        const isPosted = await posting.then(
          () => true,
          () => false,
        );
        expect(isPosted).toBe(after !== undefined);
        if (after) for (const [name, balance] of after) model.set(name, balance);
        if (isPosted) done += transfers.length;
        else refused += transfers.length;
      }),
      // The model keeps state between runs, so a failing run cannot be shrunk.
      { numRuns: isFull ? 2_000 : 250, endOnFailure: true },
    );
    expect(done).toBeGreaterThan(isFull ? 1_000 : 100);
    expect(refused).toBeGreaterThan(isFull ? 200 : 20);
    for (const place of places)
      expect([nameOf(place), await balanceOf(place)]).toEqual([nameOf(place), model.get(nameOf(place))]);
    expect((await auditLedger(test.db)).errors).toEqual([]);
  });
});

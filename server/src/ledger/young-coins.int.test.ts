import { createUser } from '@copup/testkit/builders.ts';
import { available, move, post, useTestDatabase } from '@copup/testkit/ledger.ts';
import { withoutAudit } from '@copup/testkit/without-audit.ts';
import { describe, expect, it } from 'vitest';
import { createWorlds, readTotals } from '../../test/coin-model.ts';
import { openDatabase } from '../db/database.ts';
import { inTransaction } from '../db/in-transaction.ts';
import { openReceivable } from './receivables.ts';
import { lockWallets, readWallets } from './wallets.ts';
import { freezePurchase, listYoungCoins, purgeOldLots } from './young-coins.ts';

withoutAudit();

const test = useTestDatabase();
const DAY_MS = 86_400_000;
const issuance = { kind: 'issuance' } as const;

async function asOwner(sql: string, values: unknown[] = []): Promise<void> {
  const owner = openDatabase({ url: test.ownerUrl, poolSize: 1 });
  await owner.pool.query(sql, values).finally(() => owner.close());
}

/** Plays the commands and returns the coins of each wallet, those that are young and the bonus coins. */
async function play(...commands: string[]): Promise<[number, number, number][]> {
  const [world] = await createWorlds(test.db, 1);
  if (!world) throw new Error('there is no world');
  for (const command of commands) await post(test.db, ...world.playNamed(command));
  const totals = await readTotals(test.db, [world]);
  return world.wallets.map(({ id }) => {
    const { coins = 0, young = 0, bonus = 0 } = totals.get(id) ?? {};
    return [coins, young, bonus];
  });
}

describe('X17 young coins stay young', () => {
  // The coins of each wallet, those that are young and the bonus coins, of three players.
  const cases: [string, string[], string][] = [
    ['at the receiver of a send', ['buy 0 6', 'send 0 4 1'], '1 1 0 | 4 4 0 | 0 0 0'],
    [
      'at who receives them next',
      ['buy 0 6', 'send 0 4 1', 'give 1 5', 'send 1 3 2'],
      '1 1 0 | 5 0 0 | 3 3 0',
    ],
    [
      'at the winner of a bet, whose prize has the oldest coins; the fee has young ones',
      ['buy 0 5', 'give 1 5', 'stake 0 5', 'stake 1 5', 'endBet 1'],
      '0 0 0 | 9 4 0 | 0 0 0',
    ],
    [
      'when a result is reversed and the stakes are returned',
      ['buy 0 5', 'give 1 5', 'stake 0 5', 'stake 1 5', 'endBet 1', 'reverseBet', 'cancelBet'],
      '5 5 0 | 5 0 0 | 0 0 0',
    ],
    [
      'at both players, when the winner has spent them before the result was reversed: what is issued for the debt is young',
      ['buy 0 5', 'give 1 5', 'stake 0 5', 'stake 1 5', 'endBet 1', 'send 1 8 2', 'reverseBet', 'cancelBet'],
      '5 5 0 | 5 5 0 | 8 4 0',
    ],
    [
      'at the winner of a contest',
      ['buy 0 4', 'give 1 4', 'enterContest 0', 'enterContest 1', 'endContest 1 3'],
      '0 0 0 | 6 2 0 | 0 0 0',
    ],
    [
      'when a contest is cancelled',
      ['buy 0 4', 'give 1 4', 'enterContest 0', 'enterContest 1', 'cancelContest'],
      '4 4 0 | 4 0 0 | 0 0 0',
    ],
    [
      'when a bet is cancelled',
      ['give 1 5', 'buy 0 5', 'stake 1 5', 'stake 0 5', 'cancelBet'],
      '5 5 0 | 5 0 0 | 0 0 0',
    ],
    [
      'when a fee returns from revenue, with the part that was bonus',
      ['winBonus 0 1', 'give 0 4', 'buy 0 5', 'enterAuction 0', 'refundAuction 0'],
      '9 5 1 | 0 0 0 | 0 0 0',
    ],
    [
      'when a bid is outbid; a bid that wins takes them first',
      ['give 0 5', 'buy 0 5', 'bid 0 4', 'outbid 0', 'bid 0 3', 'winAuction 0'],
      '7 2 0 | 0 0 0 | 0 0 0',
    ],
    ['while older ones are paid out', ['give 0 5', 'buy 0 5', 'payOut 0 5'], '5 5 0 | 0 0 0 | 0 0 0'],
    [
      'where a chargeback takes those of its own purchase',
      ['buy 0 1', 'buy 0 3', 'send 0 1 1', 'chargeback 0 2'],
      '0 0 0 | 1 1 0 | 0 0 0',
    ],
  ];
  it.each(cases)('%s', async (_, commands, expected) => {
    const wallets = await play(...commands);
    expect(wallets.map((coins) => coins.join(' ')).join(' | ')).toBe(expected);
  });
});

describe('X17 a dispute', () => {
  it('freezes what is still young of its purchase, wherever it is, until a time or until it is decided', async () => {
    const [buyer, friend] = [await createUser(test.db), await createUser(test.db)];
    const buy = (key: string) =>
      post(test.db, move(issuance, available(buyer), 10, { kind: 'purchase', key }));
    const days = async (user: { id: string }) => {
      const wallet = (await readWallets(test.db, [user.id])).get(user.id);
      const young = wallet ? await listYoungCoins(test.db, wallet) : [];
      return young.map(({ amount, until }) => [amount, Math.round((until.getTime() - Date.now()) / DAY_MS)]);
    };
    const freeze = (key: string, days: number | null) => {
      const until = days === null ? null : new Date(Date.now() + days * DAY_MS);
      return inTransaction(test.db, (tx) => freezePurchase(tx, key, until));
    };
    await buy('disputed');
    await post(test.db, move(available(buyer), available(friend), 4, { kind: 'send' }));
    await buy('other');
    await freeze('disputed', 7);
    expect([await days(buyer), await days(friend)]).toEqual([
      [
        [10, 3],
        [6, 7],
      ],
      [[4, 7]],
    ]);
    await freeze('disputed', null);
    expect([await days(buyer), await days(friend)]).toEqual([
      [
        [6, 3],
        [10, 3],
      ],
      [[4, 3]],
    ]);
    await asOwner(`UPDATE lot_purchases SET until = until - interval '73 hours'
      WHERE id = (SELECT transfer_id FROM transfer_keys WHERE key = 'disputed')`);
    await freeze('disputed', 7);
    expect([await days(buyer), await days(friend)]).toEqual([[[10, 3]], []]);
  });
});

it('X17 what a user owes is taken from the oldest coins', async () => {
  const user = await createUser(test.db);
  await post(test.db, move(issuance, available(user), 8, { kind: 'purchase' }));
  await inTransaction(test.db, async (tx) => {
    await lockWallets(tx, [user.id]);
    const subject = { kind: 'card_payment', id: '1' };
    await openReceivable(tx, { userId: user.id, realm: 0, subject, amount: 6 });
  });
  await post(test.db, move(issuance, available(user), 5));
  const wallet = (await readWallets(test.db, [user.id])).get(user.id);
  expect(wallet?.available).toBe(7);
  expect(wallet && (await listYoungCoins(test.db, wallet))).toEqual([{ amount: 7, until: expect.any(Date) }]);
});

describe('X17 what is no longer young', () => {
  it('is removed, and its wallet needs no further statement after its next payment', async () => {
    const user = await createUser(test.db);
    await post(test.db, move(issuance, available(user), 10, { kind: 'purchase', key: 'old' }));
    const facts = async () => {
      const { rows } = await test.db.pool.query(
        `SELECT (SELECT count(*)::int FROM lots WHERE holder = $1) AS lots,
           (SELECT has_lots FROM wallets WHERE user_id = $1) AS "isMarked",
           (SELECT count(*)::int FROM lot_purchases WHERE id = (SELECT transfer_id FROM transfer_keys WHERE key = 'old')) AS purchases`,
        [user.id],
      );
      return rows[0];
    };
    const age = (hours: number) =>
      asOwner(`UPDATE lot_purchases SET until = until - interval '${hours} hours'
        WHERE id = (SELECT transfer_id FROM transfer_keys WHERE key = 'old')`);
    await age(72);
    await purgeOldLots(test.db);
    expect(await facts()).toEqual({ lots: 1, isMarked: true, purchases: 1 });
    await age(2);
    await purgeOldLots(test.db);
    expect(await facts()).toEqual({ lots: 0, isMarked: true, purchases: 0 });
    await post(test.db, move(available(user), { kind: 'revenue' }, 1));
    expect(await facts()).toEqual({ lots: 0, isMarked: false, purchases: 0 });
  });
});

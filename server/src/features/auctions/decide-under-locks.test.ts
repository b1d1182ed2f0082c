import { describe, expect, it } from 'vitest';
import type { Transaction } from '../../db/in-transaction.ts';
import { Refusal } from '../../errors.ts';
import type { AuctionRow } from './auctions.tables.ts';
import type { AcceptedBid, Bid } from './bid-command.ts';
import { decideUnderLocks } from './decide-bids.ts';

const now = new Date('2026-01-01T12:00:00Z');
/** Ada leads with 5, which are held. */
const auction = {
  id: 1,
  realm: 0,
  seq: 5,
  status: 'active',
  currentBidAmount: 5,
  leaderId: 'ada',
  leaderUsername: 'ada',
  leaderProfile: null,
  leaderMax: null,
  bidIncrement: 1,
  buyNowPoints: null,
  endDate: new Date(now.getTime() + 60_000),
  hardEnd: new Date(now.getTime() + 90_000),
} as AuctionRow;

const bidOf = (userId: string, nth: number): Bid => ({
  kind: 'bid',
  id: `bid-${nth}`,
  viewer: { userId, username: userId, profile: null, realm: 0 },
  key: undefined,
  maxBidPoints: undefined,
  hasJoined: true,
  receivedAtMs: now.getTime() - 5,
  isTooLate: false,
  earlier: undefined,
});

const unlimited = {
  ...{ timeOutUntil: null, isExcluded: false, excludedUntil: null, dayLimit: null, weekLimit: null },
  ...{ spentToday: 0, spentThisWeek: 0, held: 0, dayEnds: now, weekEnds: now },
};

/** Decides bids in this order; `read` is what was read without locks, `available` what the locked wallets have. */
async function decide(
  by: readonly string[],
  read: Record<string, number>,
  available: Record<string, number>,
  lockedBefore: readonly string[] = [],
  of: Partial<AuctionRow> = {},
  restrictions: Record<string, object> = {},
) {
  const locks: string[][] = [];
  const tx = {
    client: {
      async query({ name, values: [ids] }: { name: string; values: [string[]] }) {
        if (name === 'play-restrictions')
          return { rows: ids.map((userId) => ({ userId, ...unlimited, ...restrictions[userId] })) };
        locks.push(ids);
        return {
          rows: ids.map((userId) => ({
            userId,
            available: available[userId],
            isRestricted: userId in restrictions,
          })),
        };
      },
    },
  } as unknown as Transaction;
  const bidders = { spendable: new Map(Object.entries(read)), restrictions: new Map() };
  const settings = { get: () => 10 } as never;
  const locked = new Set(lockedBefore);
  const decision = await decideUnderLocks(tx, { settings }, { ...auction, ...of }, now, by.map(bidOf), {
    bidders,
    locked,
  });
  const answers = decision.answers.map((answer) =>
    answer instanceof Refusal ? answer.code : decision.accepted.indexOf(answer.made as AcceptedBid),
  );
  const { leaderId: leader, price, endMs } = decision.state;
  return { answers, leader, price, locks, endsInMs: endMs - now.getTime() };
}

describe('decisions under locks', () => {
  it('A3 lock the wallets of the new and the old leader only', async () => {
    const decided = await decide(['ben', 'cyd'], { ben: 50, cyd: 50 }, { ada: 0, ben: 50, cyd: 50 });
    expect(decided).toMatchObject({ answers: [0, 1], leader: 'cyd', price: 7, locks: [['cyd', 'ada']] });
  });

  it('A3 are made again when the locked wallet has too few coins, until a leader can pay', async () => {
    const decided = await decide(['ben', 'cyd'], { ben: 50, cyd: 50 }, { ada: 0, ben: 6, cyd: 6 });
    expect(decided).toMatchObject({
      answers: [0, 'NOT_ENOUGH_COINS'],
      leader: 'ben',
      price: 6,
      locks: [['cyd', 'ada'], ['ben']],
    });
  });

  it('A3 leave the old leader, whose hold covers the price, when no other bidder can pay', async () => {
    const decided = await decide(['ben'], { ben: 50 }, { ada: 0, ben: 5 });
    expect(decided).toMatchObject({
      answers: ['NOT_ENOUGH_COINS'],
      leader: 'ada',
      price: 5,
      locks: [['ben', 'ada']],
    });
  });

  it.each([
    [2, [0, 1], 'ada', 7],
    [1, [0, 'NOT_ENOUGH_COINS'], 'ben', 6],
  ])(
    'A3 count the hold of the old leader, who bids again with %i available',
    async (available, answers, leader, price) => {
      const wallets = { ada: available, ben: 50 };
      expect(await decide(['ben', 'ada'], { ada: 50, ben: 50 }, wallets)).toMatchObject({
        answers,
        leader,
        price,
      });
    },
  );

  it.each([
    ['G2 refuse a bidder whose break began', { timeOutUntil: new Date(now.getTime() + 1) }, 'TAKING_A_BREAK'],
    ['G1 refuse a bidder whose limit was lowered', { dayLimit: 5 }, 'LIMIT_REACHED'],
  ])('%s after the batch was read', async (_what, restricted, code) => {
    const decided = await decide(['ben'], { ben: 50 }, { ada: 0, ben: 50 }, [], {}, { ben: restricted });
    expect(decided).toMatchObject({ answers: [code], leader: 'ada', price: 5 });
  });

  it('A5 move the end by the setting, in milliseconds', async () => {
    const endDate = new Date(now.getTime() + 1_000);
    const decided = await decide(['ben'], { ben: 50 }, { ada: 0, ben: 50 }, [], { endDate });
    expect(decided.endsInMs).toBe(10_000);
  });

  it('lock nothing that is locked', async () => {
    const decided = await decide(['ben'], { ben: 50 }, {}, ['ada', 'ben']);
    expect(decided).toMatchObject({ answers: [0], leader: 'ben', price: 6, locks: [] });
  });
});

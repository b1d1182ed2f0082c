import { createHash } from 'node:crypto';
import type { BidsReply } from '@copup/shared/auctions.ts';
import { chainGenesisText, encodeChainedBid } from '@copup/shared/bid-chain.ts';
import type { HistoryEvent } from '@copup/testkit/history.ts';
import { describe, expect, it } from 'vitest';
import { judgeBids } from './judge-bids.ts';

const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest();
const atMs = 1_763_640_000_000;

interface World {
  reply: BidsReply;
  history: HistoryEvent[];
}

/** Ada, Bola, Ada bid 1, 2 and 3; Bola was refused once. */
function consistentRun(): World {
  const genesis = sha256(chainGenesisText(9));
  const history: HistoryEvent[] = [];
  let head: Buffer = genesis;
  const bids = ['ada', 'bola', 'ada'].map((username, at) => {
    const bidder = sha256(username);
    const bid = { seq: at + 1, bidder, price: at + 1, atMs: atMs + at };
    head = sha256(encodeChainedBid(head, bid));
    const hash = head.toString('hex');
    const intent = {
      process: username,
      command: 'bid' as const,
      key: `k${at}`,
      args: { auctionId: 9, userId: username },
    };
    history.push({ ...intent, type: 'invoke', atMs });
    history.push({ ...intent, type: 'ok', atMs, reply: { seq: at + 1, price: at + 1, chain_head: hash } });
    return {
      seq: bid.seq,
      username,
      price_before: at,
      price: bid.price,
      at: new Date(bid.atMs).toISOString(),
      bidder: bidder.toString('hex'),
      reason: null,
      hash,
    };
  });
  const refused = {
    process: 'bola',
    command: 'bid' as const,
    key: 'k9',
    args: { auctionId: 9, userId: 'bola' },
  };
  history.push({ ...refused, type: 'invoke', atMs }, { ...refused, type: 'fail', atMs, reply: {} });
  const reply = {
    auction_id: 9,
    genesis: genesis.toString('hex'),
    chain_head: head.toString('hex'),
    seq: 3,
    bids,
    purchase: null,
  };
  return { reply, history };
}

function judgeAfter(damage: (world: World) => unknown) {
  const world = consistentRun();
  damage(world);
  return judgeBids(new Map([[9, world.reply]]), world.history);
}
const bid = ({ reply }: World, at: number) => reply.bids[at] as BidsReply['bids'][number];

describe('the published bids', () => {
  it('pass if they are consistent', () => {
    expect(judgeAfter(() => {})).toEqual({ acknowledged: 3, lost: 0, doubled: 0, violations: [] });
  });

  it.each<[string, (world: World) => unknown, Partial<ReturnType<typeof judgeBids>>]>([
    ['a lost bid', ({ reply }) => reply.bids.pop(), { lost: 1 }],
    ['a price that does not rise', (world) => Object.assign(bid(world, 1), { price: 1 }), { lost: 1 }],
    [
      'a bid under another name',
      (world) => Object.assign(bid(world, 1), { username: 'chi' }),
      { lost: 1, doubled: 1 },
    ],
    [
      'a changed time',
      (world) => Object.assign(bid(world, 1), { at: new Date(0).toISOString() }),
      { lost: 0 },
    ],
    ['another hash', (world) => Object.assign(bid(world, 2), { hash: '00'.repeat(32) }), { lost: 1 }],
    ['another head', ({ reply }) => Object.assign(reply, { chain_head: '00' }), { lost: 0 }],
    ['a bid that no player made', ({ history }) => history.splice(0, 2), { doubled: 1 }],
    [
      'a refused bid that is published',
      ({ history }) => Object.assign(history[1] ?? {}, { type: 'fail' }),
      { doubled: 1 },
    ],
    [
      'two acknowledgements of one bid',
      ({ history }) => Object.assign(history[5] ?? {}, { reply: history[1]?.reply }),
      { lost: 1 },
    ],
  ])('fail with %s', (_what, damage, expected) => {
    const verdict = judgeAfter(damage);
    expect(verdict.violations.length).toBeGreaterThan(0);
    expect(verdict).toMatchObject(expected);
  });

  it('pass with and without a bid whose reply was lost', () => {
    const unanswered = ({ history }: World) => history.splice(5, 1);
    expect(judgeAfter(unanswered).violations).toEqual([]);
    const world = consistentRun();
    unanswered(world);
    expect(judgeBids(new Map([[9, world.reply]]), world.history).acknowledged).toBe(2);
  });
});

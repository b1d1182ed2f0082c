import { type ComponentProps, type ReactNode, useState } from 'react';
import { BidButton } from '../ui/bid-button.tsx';
import { BidList, type BidRow } from '../ui/bid-list.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { CurrentBidder } from '../ui/current-bidder.tsx';
import { Leaderboard, type LeaderboardRow } from '../ui/leaderboard.tsx';
import { GuardLine, GuardMoved, GuardOn, WaitingForPrice } from '../ui/price-guard.tsx';
import { PriceTicker } from '../ui/price-ticker.tsx';
import { Line, Press, Shelf } from './frame.tsx';

const bids: BidRow[] = [
  { kind: 'bid', seq: 9, name: 'chidi_nw', amount: 14_820, age: 'now', isOwn: false },
  { kind: 'bid', seq: 8, name: 'adaeze_o', amount: 14_810, age: '3s', isOwn: true },
  { kind: 'gap', belowSeq: 8, count: 12 },
  { kind: 'bid', seq: 6, name: 'tunde_balogun', amount: 14_690, age: '9s', isOwn: false },
  { kind: 'bid', seq: 5, name: 'ibrahim_bello_kano_1988', amount: 14_680, age: '2m', isOwn: false },
];
const steps = [14_820, 14_830, 14_840, 15_000, 99_990, 1_284_550];
const nothing = () => {};

interface Guard {
  id: string;
  line: ReactNode;
  isLeading?: boolean;
  /** Whether the user may decline. */
  isAsked?: boolean;
  button: (Partial<ComponentProps<typeof BidButton>> & { price: number }) | null;
}
const guards: readonly Guard[] = [
  { id: 'guard-on', line: <GuardOn price={14_830} />, button: { price: 14_830 } },
  { id: 'guard-moved', line: <GuardMoved />, isAsked: true, button: { price: 14_840 } },
  { id: 'guard-busy', line: <GuardOn price={14_830} />, button: { price: 14_830, isBusy: true } },
  { id: 'guard-long', line: <GuardOn price={1_284_555} />, button: { price: 1_284_555 } },
  {
    id: 'guard-leading',
    line: 'You’re in the lead.',
    isLeading: true,
    button: { price: 1_284_560, disabled: true, success: 'Bid placed successfully!' },
  },
  { id: 'guard-stale', line: 'Waiting for the live price. No bid is sent until then.', button: null },
];
const longName = 'Chukwuemeka Oluwadamilare-Nwosu';
const bidder = { leader: longName, picture: undefined, isMe: false, isOutbid: false, ageS: null };

export function AuctionShelves() {
  const [at, setAt] = useState(0);
  return (
    <>
      <Shelf title="Price">
        <PriceTicker price={steps[at] ?? 0} hasBids ageS={null} />
        <Line>
          <Press onPress={() => setAt((at + 1) % steps.length)}>Raise the price</Press>
        </Line>
        <PriceTicker price={14_820} hasBids ageS={8} />
        <PriceTicker price={40} hasBids ageS={null} worth={1_450_000} isJolted />
        <PriceTicker price={1_000} hasBids={false} ageS={null} />
      </Shelf>
      <Shelf title="Current bidder">
        <CurrentBidder {...bidder} leader="Adaeze Okonkwo" isMe />
        <CurrentBidder {...bidder} isOutbid coinsBack="Your 1,284,550 coins are back" hasBid />
        <CurrentBidder {...bidder} ageS={8} />
        <CurrentBidder {...bidder} leader={null} />
      </Shelf>
      <Shelf title="Price guard">
        {guards.map(({ id, line, isLeading = false, isAsked, button }) => (
          <Card key={id} className="grid gap-2.5 p-4">
            <GuardLine id={id} isLeading={isLeading}>
              {line}
            </GuardLine>
            <div className={isAsked ? 'flex items-center gap-2' : 'contents'}>
              {isAsked ? (
                <Button look="line" className="shrink-0">
                  Not now
                </Button>
              ) : null}
              {button ? (
                <BidButton disabled={false} isBusy={false} describedBy={id} onBid={nothing} {...button} />
              ) : (
                <WaitingForPrice describedBy={id} />
              )}
            </div>
          </Card>
        ))}
      </Shelf>
      <BidsShelf />
    </>
  );
}

function BidsShelf() {
  const [rows, setRows] = useState(bids);
  const addBid = () => {
    const [seq, amount] = [rows.length + 9, 14_820 + 10 * rows.length];
    setRows([{ kind: 'bid', seq, name: 'Ẹniọlá Ẹ.', amount, age: 'now', isOwn: false }, ...rows.slice(0, 4)]);
  };
  return (
    <Shelf title="Bids">
      <BidList rows={rows} ownAmount={14_810} />
      <Line>
        <Press onPress={addBid}>A new bid</Press>
      </Line>
      <BidList rows={[]} ownAmount={null} />
    </Shelf>
  );
}

const start: LeaderboardRow[] = [
  { id: 'z', rank: 1, name: 'zainab.m', score: 1_391 },
  { id: 'c', rank: 2, name: longName, score: 1_198 },
  { id: 'i', rank: 3, name: 'ibrahim_bello_kano_1988', score: 1_102 },
  { id: 'e', rank: 4, name: 'Ẹniọlá Ẹ.', score: 1_090 },
  { id: 'a', rank: 5, name: 'adaeze_o', score: 1_004 },
];

/** The user climbs from the fifth place to the second. */
const climbed: LeaderboardRow[] = [
  ...start.slice(0, 1),
  { id: 'a', rank: 2, name: 'adaeze_o', score: 1_204 },
  ...start.slice(1, 4).map((row) => ({ ...row, rank: row.rank + 1 })),
];

const tied: LeaderboardRow[] = [
  { id: 'n', rank: 1, name: 'Ngozi O.', score: 95 },
  { id: 't', rank: 2, name: 'tunde_balogun', score: 80 },
  { id: 'k', rank: 2, name: 'kemi', score: 80 },
];

export function LeaderboardShelf() {
  const [rows, setRows] = useState(start);
  return (
    <Shelf title="Leaderboard" isWide>
      <Leaderboard
        title="Top tappers"
        aside="48 playing"
        rows={rows}
        own={rows.find(({ id }) => id === 'a')}
        emptyText="No taps yet."
      />
      <Line>
        <Press onPress={() => setRows(rows === start ? climbed : start)}>Change the ranks</Press>
      </Line>
      <div className="grid items-start gap-3 lg:grid-cols-2">
        <Leaderboard
          title="Pinned, with a tie"
          aside="12 playing"
          rows={tied}
          own={{ id: 'a', rank: 31, name: 'adaeze_o', score: 12 }}
          emptyText="No points yet."
        />
        <Leaderboard title="Empty" rows={[]} emptyText="No points yet." />
      </div>
    </Shelf>
  );
}

import { type ComponentProps, useState } from 'react';
import { BidList, type BidRow } from '../ui/bid-list.tsx';
import { Button } from '../ui/button.tsx';
import { CountdownRing } from '../ui/countdown-ring.tsx';
import { CurrentBidder } from '../ui/current-bidder.tsx';
import { Leaderboard, type LeaderboardRow } from '../ui/leaderboard.tsx';
import { PlayCards } from '../ui/play-cards.tsx';
import { PriceTicker } from '../ui/price-ticker.tsx';
import { TapCount } from '../ui/tap-count.tsx';
import { TapTarget } from '../ui/tap-target.tsx';
import { WheelOfSix, type WheelState } from '../ui/wheel-of-six.tsx';
import { Line, Press, Shelf, Stage } from './frame.tsx';

export function PlayShelves() {
  return (
    <>
      <Price />
      <Bids />
      <Board />
      <Wheel />
      <Tapping />
      <Cards />
    </>
  );
}

const steps = [14_820, 14_830, 14_840, 15_000, 99_990, 1_284_550];
const longName = 'Chukwuemeka Oluwadamilare-Nwosu';

function Price() {
  const [at, setAt] = useState(0);
  return (
    <Shelf title="Price">
      <PriceTicker price={steps[at] ?? 0} hasBids ageS={null} />
      <Line>
        <Press onPress={() => setAt((at + 1) % steps.length)}>Raise the price</Press>
      </Line>
      <PriceTicker price={40} hasBids ageS={8} worth={1_450_000} isJolted />
      <CurrentBidder leader={longName} picture={undefined} isMe isOutbid={false} ageS={null} />
      <Stage>
        <CountdownRing state="hot" share={0.11} time="7" label="7 seconds left" className="mx-auto w-28" />
      </Stage>
    </Shelf>
  );
}

const bids: BidRow[] = [
  { kind: 'bid', seq: 9, name: 'chidi_nw', amount: 14_820, age: 'now', isOwn: false },
  { kind: 'bid', seq: 8, name: 'adaeze_o', amount: 14_810, age: '3s', isOwn: true },
  { kind: 'gap', belowSeq: 8, count: 12 },
  { kind: 'bid', seq: 6, name: longName, amount: 14_690, age: '9s', isOwn: false },
];

function Bids() {
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
    </Shelf>
  );
}

const ranked = (...players: readonly [id: string, name: string, score: number, rank?: number][]) =>
  players.map(([id, name, score, rank], at): LeaderboardRow => ({ id, name, score, rank: rank ?? at + 1 }));
const start = ranked(
  ['z', 'zainab.m', 1_391],
  ['c', longName, 1_198],
  ['i', 'ibrahim_bello_kano_1988', 1_102],
  ['e', 'Ẹniọlá Ẹ.', 1_090],
  ['a', 'adaeze_o', 1_004],
);
/** The user climbs from the fifth place to the second. */
const climbed = ranked(
  ['z', 'zainab.m', 1_391],
  ['a', 'adaeze_o', 1_204],
  ['c', longName, 1_198],
  ['i', 'ibrahim_bello_kano_1988', 1_102],
  ['e', 'Ẹniọlá Ẹ.', 1_090],
);
const tied = ranked(['n', 'Ngozi O.', 95], ['t', 'tunde_balogun', 80, 2], ['k', 'kemi', 80, 2]);
const pinned = { id: 'a', rank: 31, name: 'adaeze_o', score: 12 };

function Board() {
  const [rows, setRows] = useState(start);
  const own = rows.find(({ id }) => id === 'a');
  return (
    <Shelf title="Leaderboard">
      <Leaderboard title="Top tappers" aside="48 playing" rows={rows} own={own} emptyText="No taps yet." />
      <Line>
        <Press onPress={() => setRows(rows === start ? climbed : start)}>Change the ranks</Press>
      </Line>
      <Leaderboard title="Pinned, with a tie" rows={tied} own={pinned} emptyText="No points yet." />
    </Shelf>
  );
}

function Wheel() {
  const [wheel, setWheel] = useState<WheelState>({ state: 'ready' });
  return (
    <Shelf title="Wheel of six">
      <Stage className="grid grid-cols-[minmax(0,1fr)] gap-3 pt-8">
        <WheelOfSix wheel={wheel} onSettled={() => setWheel({ state: 'result', coins: 4 })} />
        <Button
          look="coin"
          disabled={wheel.state !== 'ready'}
          onClick={() => setWheel({ state: 'spinning', coins: 4 })}
        >
          Spin
        </Button>
      </Stage>
    </Shelf>
  );
}

function Tapping() {
  const [taps, setTaps] = useState(1_204);
  const [state, setState] = useState<'active' | 'ended' | 'offline'>('active');
  return (
    <Shelf title="Tap target">
      <Stage className="grid justify-items-center gap-3">
        <TapCount count={taps} unsent={state === 'offline' ? 12 : 0} />
        <TapTarget state={state} onTap={() => setTaps((now) => now + 1)} />
      </Stage>
      <Line>
        {(['active', 'offline', 'ended'] as const).map((each) => (
          <Button
            key={each}
            look={each === state ? 'ink' : 'line'}
            size="sm"
            aria-pressed={each === state}
            onClick={() => setState(each)}
          >
            {each}
          </Button>
        ))}
      </Line>
    </Shelf>
  );
}

type Faces = ComponentProps<typeof PlayCards>['faces'];
const hidden: Faces = [null, null, null];
const turned: readonly Faces[] = [
  [5, null, null],
  [null, 10, null],
  [null, null, 0],
];

function Cards() {
  const [faces, setFaces] = useState(hidden);
  return (
    <Shelf title="Cards">
      <Stage className="grid justify-items-center gap-8 py-9">
        <PlayCards faces={faces} disabled={false} onPick={(card) => setFaces(turned[card] ?? hidden)} />
        <PlayCards faces={[null, 10, null]} disabled onPick={() => {}} />
      </Stage>
    </Shelf>
  );
}

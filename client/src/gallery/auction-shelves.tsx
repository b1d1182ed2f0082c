import { useState } from 'react';
import { BidButton } from '../ui/bid-button.tsx';
import { BidList, type BidRow } from '../ui/bid-list.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { CurrentBidder } from '../ui/current-bidder.tsx';
import { GuardLine, GuardMoved, GuardOn, WaitingForPrice } from '../ui/price-guard.tsx';
import { PriceTicker } from '../ui/price-ticker.tsx';
import { Line, Shelf } from './frame.tsx';

const bids: BidRow[] = [
  { kind: 'bid', seq: 9, name: 'chidi_nw', amount: 14_820, age: 'now', isOwn: false },
  { kind: 'bid', seq: 8, name: 'adaeze_o', amount: 14_810, age: '3s', isOwn: true },
  { kind: 'gap', belowSeq: 8, count: 12 },
  { kind: 'bid', seq: 6, name: 'tunde_balogun', amount: 14_690, age: '9s', isOwn: false },
  { kind: 'bid', seq: 5, name: 'ibrahim_bello_kano_1988', amount: 14_680, age: '2m', isOwn: false },
];
const steps = [14_820, 14_830, 14_840, 15_000, 99_990, 1_284_550];
const longName = 'Chukwuemeka Oluwadamilare-Nwosu';

export function AuctionShelves() {
  const [at, setAt] = useState(0);
  const [rows, setRows] = useState(bids);
  const nothing = () => {};
  return (
    <>
      <Shelf title="Price">
        <PriceTicker price={steps[at] ?? 0} hasBids watchers={1_204} ageS={null} />
        <Line>
          <Button look="line" size="sm" onClick={() => setAt((at + 1) % steps.length)}>
            Raise the price
          </Button>
        </Line>
        <PriceTicker price={14_820} hasBids watchers={0} ageS={8} />
        <PriceTicker price={40} hasBids watchers={1_284} ageS={null} worth={1_450_000} isJolted />
        <PriceTicker price={1_000} hasBids={false} watchers={3} ageS={null} />
      </Shelf>
      <Shelf title="Current bidder">
        <CurrentBidder leader="Adaeze Okonkwo" picture={undefined} isMe isOutbid={false} ageS={null} />
        <CurrentBidder
          leader={longName}
          picture={undefined}
          isMe={false}
          isOutbid
          coinsBack="Your 1,284,550 coins are back"
          hasBid
          ageS={null}
        />
        <CurrentBidder leader={longName} picture={undefined} isMe={false} isOutbid={false} ageS={8} />
        <CurrentBidder leader={null} picture={undefined} isMe={false} isOutbid={false} ageS={null} />
      </Shelf>
      <Shelf title="Price guard">
        <Card className="grid gap-2.5 p-4">
          <GuardLine id="guard-on">
            <GuardOn price={14_830} />
          </GuardLine>
          <BidButton price={14_830} disabled={false} isBusy={false} describedBy="guard-on" onBid={nothing} />
        </Card>
        <Card className="grid gap-2.5 p-4">
          <GuardLine id="guard-moved">
            <GuardMoved />
          </GuardLine>
          <div className="flex items-center gap-2">
            <Button look="line" className="shrink-0">
              Not now
            </Button>
            <BidButton
              price={14_840}
              disabled={false}
              isBusy={false}
              describedBy="guard-moved"
              onBid={nothing}
            />
          </div>
        </Card>
        <Card className="grid gap-2.5 p-4">
          <GuardLine id="guard-busy">
            <GuardOn price={14_830} />
          </GuardLine>
          <BidButton price={14_830} disabled={false} isBusy describedBy="guard-busy" onBid={nothing} />
        </Card>
        <Card className="grid gap-2.5 p-4">
          <GuardLine id="guard-outbid">
            <GuardOn price={1_284_555} />
          </GuardLine>
          <BidButton
            price={1_284_555}
            disabled={false}
            isBusy={false}
            isOutbid
            describedBy="guard-outbid"
            onBid={nothing}
          />
        </Card>
        <Card className="grid gap-2.5 p-4">
          <GuardLine id="guard-leading" isLeading>
            You’re in the lead.
          </GuardLine>
          <BidButton
            price={1_284_560}
            disabled
            isBusy={false}
            success="Bid placed successfully!"
            describedBy="guard-leading"
            onBid={nothing}
          />
        </Card>
        <Card className="grid gap-2.5 p-4">
          <GuardLine id="guard-stale">Waiting for the live price. No bid is sent until then.</GuardLine>
          <WaitingForPrice describedBy="guard-stale" />
        </Card>
      </Shelf>
      <Shelf title="Bids">
        <BidList rows={rows} ownAmount={14_810} />
        <Line>
          <Button
            look="line"
            size="sm"
            onClick={() =>
              setRows((now) => [
                {
                  kind: 'bid',
                  seq: now.length + 9,
                  name: 'Ẹniọlá Ẹ.',
                  amount: 14_820 + 10 * now.length,
                  age: 'now',
                  isOwn: false,
                },
                ...now.slice(0, 4),
              ])
            }
          >
            A new bid
          </Button>
        </Line>
        <BidList rows={[]} ownAmount={null} />
      </Shelf>
    </>
  );
}

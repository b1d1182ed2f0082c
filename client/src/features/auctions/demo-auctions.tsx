import { useState } from 'react';
import { serverNow, useServerNow } from '../../realtime/index.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { toast } from '../../ui/toast.ts';
import { CardFrame } from './card-frame.tsx';
import { payEntryText } from './pay-entry-button.tsx';

/** The specification's own, for a server that has no auctions. */
const demos = [
  { id: 1, name: 'Car Auction', category: 'product', entryFee: 1400 },
  { id: 2, name: 'Phone Auction', category: 'product', entryFee: 50 },
  { id: 3, name: 'Coin Auction', category: 'cash', entryFee: 200 },
];
const turnMs = 10_000;

/** Demo auctions take turns at the first place, one every 10 seconds. Nothing can be done with them. */
export function DemoAuctions() {
  const [openedAtMs] = useState(serverNow);
  const turn = Math.max(0, Math.floor((useServerNow() - openedAtMs) / turnMs)) % demos.length;
  const inTurn = [...demos.slice(turn), ...demos.slice(0, turn)];
  return (
    <div className="grid gap-3.5 lg:grid-cols-3 lg:gap-5">
      {inTurn.map((demo) => (
        <article key={demo.id} aria-label={demo.name}>
          <CardFrame
            name={demo.name}
            category={demo.category}
            image=""
            badge={<Chip look="brand">Demo</Chip>}
            time={null}
            facts={<span>No users yet</span>}
            actions={
              <>
                <Button look="coin" onClick={() => toast.info('This is a demo auction. call back later.')}>
                  {payEntryText(demo.entryFee)}
                </Button>
                <Button
                  look="line"
                  onClick={() => toast.info('This is a demo auction. No real actions are allowed.')}
                >
                  Place Bid
                </Button>
              </>
            }
          />
        </article>
      ))}
    </div>
  );
}

import { Pause, Play } from 'lucide-react';
import { useEffect, useState } from 'react';
import { prefersStillness } from '../../lib/thrift.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { toast } from '../../ui/toast.ts';
import { CardFrame } from './card-frame.tsx';
import { payEntryText } from './pay-entry-button.tsx';

/** The specification's demo auctions, for a server without auctions. */
export const demos = [
  { id: 1, name: 'Car Auction', category: 'product', entryFee: 1400 },
  { id: 2, name: 'Phone Auction', category: 'product', entryFee: 50 },
  { id: 3, name: 'Coin Auction', category: 'cash', entryFee: 200 },
];
export const turnMs = 10_000;

/** Demo auctions rotate to the first place every 10 seconds until paused. They have no real actions. */
export function DemoAuctions() {
  const { turn, isPaused, toggle } = useTurns(turnMs);
  const first = turn % demos.length;
  const inTurn = [...demos.slice(first), ...demos.slice(0, first)];
  const Icon = isPaused ? Play : Pause;
  return (
    <div className="grid gap-3.5 lg:grid-cols-3 lg:gap-5">
      <Button look="ghost" size="sm" onClick={toggle} className="justify-self-end lg:col-span-full">
        <Icon size={16} aria-hidden />
        {isPaused ? 'Play the demo auctions' : 'Pause the demo auctions'}
      </Button>
      {inTurn.map((demo) => (
        <article key={demo.id} aria-label={demo.name}>
          <CardFrame
            name={demo.name}
            category={demo.category}
            image=""
            badge={<Chip look="brand">Demo</Chip>}
            facts={<p className="text-sm text-ink-2">No users yet</p>}
            actions={
              <>
                <Button look="ink" onClick={() => toast.info('This is a demo auction. call back later.')}>
                  {payEntryText(demo.entryFee)}
                </Button>
                <Button onClick={() => toast.info('This is a demo auction. No real actions are allowed.')}>
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

/** Counts up by one every `turnMs` until paused (WCAG 2.2.2). With reduced motion it starts paused. */
function useTurns(turnMs: number) {
  const [turn, setTurn] = useState(0);
  const [isPaused, setIsPaused] = useState(prefersStillness);
  useEffect(() => {
    if (isPaused) return;
    const timer = setTimeout(() => setTurn(turn + 1), turnMs);
    return () => clearTimeout(timer);
  }, [turn, isPaused, turnMs]);
  return { turn, isPaused, toggle: () => setIsPaused((before) => !before) };
}

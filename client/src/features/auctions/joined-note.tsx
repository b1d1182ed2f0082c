import { formatNumber, inCoins } from '@copup/shared/coins.ts';
import { Check, Undo2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Arrival } from './use-arrival.ts';

/** Above the price, after the entry: what is next, and what it cost. */
export function JoinedNote({ joinedFor, gift }: Omit<Arrival, 'isPending'>) {
  if (joinedFor === null && gift === null) return null;
  return (
    <section role="status" className="flex animate-enter items-center gap-4 rounded-[18px] bg-ok-soft p-4">
      <span
        aria-hidden="true"
        className="grid size-13 shrink-0 place-items-center rounded-full bg-ok text-surface"
      >
        <Check size={26} />
      </span>
      <div className="min-w-0">
        <h2 className="text-lg leading-tight">
          {joinedFor === null ? 'Welcome to your first auction' : 'You’re in. Place your first bid'}
        </h2>
        <p className="text-sm text-ink-2">
          {joinedFor === null
            ? ''
            : joinedFor === 0
              ? 'Entry was free. Nothing was spent. '
              : `Entry paid: ${inCoins(joinedFor)}. `}
          {gift ? giftText(gift) : ''}
        </p>
      </div>
    </section>
  );
}

const giftText = ({ coins, available }: NonNullable<Arrival['gift']>) =>
  available > 0
    ? `${inCoins(available)} to bid and ${formatNumber(coins)} for entries are yours, as a gift.`
    : `${inCoins(coins)} for entries and games are yours, as a gift.`;

const hintMs = 20_000;

/** Points at Place Bid until the first bid, at most 20 seconds. */
export function FirstBidHint({ price }: { price: number }) {
  const [isShown, setIsShown] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setIsShown(false), hintMs);
    return () => clearTimeout(timer);
  }, []);
  if (!isShown) return null;
  return (
    <p className="relative mb-3.5 flex items-center gap-3 rounded-md bg-ink px-4 py-3 text-sm leading-snug text-on-ink after:absolute after:-bottom-1.5 after:left-11 after:size-3.5 after:rotate-45 after:bg-ink">
      <Undo2 size={20} aria-hidden className="shrink-0" />
      <span>
        <b className="font-semibold">
          {inCoins(price)} {price === 1 ? 'takes' : 'take'} the lead.
        </b>{' '}
        If someone outbids you, they are back at once.
      </span>
    </p>
  );
}

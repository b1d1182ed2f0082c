import { coinsAre, formatNumber, formatPrice, inCoins } from '@copup/shared/coins.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Check, Ticket } from 'lucide-react';
import { claimWelcome, useFirstSteps } from '../../../first-steps/use-first-steps.ts';
import { messageOf } from '../../../lib/api-error.ts';
import { callAll } from '../../../lib/calls.ts';
import { readQuery } from '../../../lib/read-query.ts';
import { BuyLink } from '../../../parts/buy-link.tsx';
import { CoinOnGold } from '../../../ui/art/coin.tsx';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.ts';
import type { Shortage } from './use-shortage.ts';

/** How many coins are missing, for what, and which coins count. */
export function ShortageCard({ step, needed, has, bonus }: Shortage) {
  const missing = needed - has;
  const share = `${Math.max(4, Math.min(92, (100 * has) / needed))}%`;
  return (
    <section aria-label="Missing coins" className="rounded-[22px] bg-surface p-4 shadow-2">
      <h2 className="text-lg">
        {step === 'bid'
          ? `You’re ${inCoins(missing)} short for ${formatNumber(needed)}`
          : `Join with ${inCoins(needed)}, paid once`}
      </h2>
      <p className="mt-2.5 flex flex-wrap justify-between gap-x-3 text-ink-2">
        <span>
          <b className="text-ink">{formatNumber(has)}</b> {step === 'bid' ? 'you can bid' : 'you have'}
        </span>
        <span className="text-live-text">
          <b>{formatNumber(missing)}</b> missing
        </span>
      </p>
      <div aria-hidden="true" className="mt-2 flex h-3.5 gap-1">
        {has > 0 ? <span className="rounded-l-full bg-brand" style={{ width: share }} /> : null}
        <span className="flex-1 rounded-r-full bg-live-soft shadow-[inset_0_0_0_2px_var(--c-live-text)] first:rounded-l-full" />
      </div>
      <p className="mt-3.5 flex gap-3 border-t border-line pt-3.5 text-sm text-ink-2">
        {step === 'bid' && bonus > 0 ? (
          <>
            <Ticket size={20} aria-hidden className="shrink-0" />
            <span>
              <b className="font-semibold text-ink">Your {inCoins(bonus, 'bonus')} don’t count here.</b> They
              pay entries, games and tickets. Bids need coins you bought, won or received.
            </span>
          </>
        ) : step === 'bid' ? (
          'Outbid? Your coins are back at once.'
        ) : (
          <>
            <Check size={20} aria-hidden className="shrink-0 text-ok" />
            For the entry both kinds of coins count, bonus coins first. If it isn’t sold, they come back.
          </>
        )}
      </p>
    </section>
  );
}

/** In place of the button that cannot be pressed: the coins that are missing, as a gift or to buy. */
export function GetCoins(shortage: Shortage) {
  const welcome = useFirstSteps()?.welcome;
  if (welcome?.state === 'open') {
    const counted = welcome.available + (shortage.step === 'entry' ? welcome.coins : 0);
    if (shortage.has + counted >= shortage.needed) return <Claim coins={welcome.coins + welcome.available} />;
  }
  return <Buy {...shortage} />;
}

function Claim({ coins }: { coins: number }) {
  const queries = useQueryClient();
  const claiming = useMutation({
    mutationFn: claimWelcome,
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) => toast.error(messageOf(error, 'Your welcome coins could not be claimed.')),
    onSettled: () => queries.invalidateQueries({ queryKey: ['first-steps'] }),
  });
  return (
    <Button
      look="coin"
      size="lg"
      busy={claiming.isPending}
      data-next-focus
      className="w-full"
      onClick={() => claiming.mutate()}
    >
      Claim <CoinOnGold className="size-6" /> {inCoins(coins)}
    </Button>
  );
}

/** The smallest package that is enough; without one, the shop. */
function Buy({ step, needed, has }: Shortage) {
  const { data = [] } = useQuery(readQuery(['packages'], (signal) => callAll('GET /bidShop/all', signal)));
  const missing = needed - has;
  const [pack] = data
    .filter(({ bid_points }) => bid_points >= missing)
    .sort((one, other) => one.bid_points - other.bid_points);
  const left = pack ? has + pack.bid_points - needed : 0;
  return (
    <BuyLink
      look="coin"
      size="lg"
      missing={missing}
      data-next-focus
      className="min-h-16! w-full justify-between! text-left!"
    >
      <span>
        {pack ? `Buy ${inCoins(pack.bid_points)}` : 'Buy coins'}
        <span className="block text-xs font-semibold opacity-86">
          {!pack
            ? `${formatNumber(missing)} missing`
            : step === 'bid'
              ? `then you can bid up to ${formatNumber(needed + left)}`
              : `${coinsAre(left)} left after the entry`}
        </span>
      </span>
      {pack ? <span className="font-display">{formatPrice(pack.price)}</span> : null}
    </BuyLink>
  );
}

import { coinsAre, formatNumber, inCoins } from '@copup/shared/coins.ts';
import type { FirstSteps } from '@copup/shared/welcome.ts';
import { useMutation } from '@tanstack/react-query';
import { ApiError, messageOf } from '../../lib/api-error.ts';
import { useSignedInUser } from '../../lib/session.ts';
import { useConnection } from '../../realtime/index.ts';
import { CoinOnGold } from '../../ui/art/coin.tsx';
import { CoinCharacter } from '../../ui/art/coin-character.tsx';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';
import { claimWelcome } from './api.ts';

interface GiftProps {
  welcome: FirstSteps['welcome'];
  onClaimed: () => void;
  /** Called when the coins cannot be claimed any more. */
  onGone: () => void;
}

/** X15: the welcome coins, which the player claims once. */
export function Gift({ welcome: { coins, available }, onClaimed, onGone }: GiftProps) {
  const { full_name } = useSignedInUser();
  const isOffline = useConnection() === 'offline';
  const claiming = useMutation({
    mutationFn: claimWelcome,
    onSuccess: (reply) => {
      toast.success(reply.message);
      onClaimed();
    },
    onError: (error) => {
      toast.error(messageOf(error, 'Your welcome coins could not be claimed.'));
      if (!(error instanceof ApiError)) return;
      if (error.code === 'ALREADY_WELCOMED') onClaimed();
      if (error.code === 'WELCOMED_BEFORE' || error.code === 'NO_WELCOME_COINS') onGone();
    },
  });
  const name = full_name.split(' ')[0];
  const all = coins + available;
  return (
    <section
      aria-label="Welcome coins"
      className="stage adire relative overflow-hidden rounded-[24px] p-4.5 [--moon-at:right_-70px_top_-60px] lg:min-h-56 lg:p-7"
    >
      <CoinCharacter className="absolute -top-1 -right-2.5 h-44 w-41 lg:top-auto lg:right-12 lg:-bottom-1 lg:h-54 lg:w-50" />
      <div className="relative grid content-start gap-1.5 lg:max-w-[36rem]">
        <p className="max-w-[60%] truncate text-sm font-semibold text-on-stage-2">Welcome, {name}</p>
        <h2 className="max-w-[62%] font-display text-[2rem] leading-none tracking-[-0.035em] text-balance lg:max-w-none lg:text-[2.75rem]">
          {coinsAre(all)} yours
        </h2>
        <p className="max-w-[62%] text-[0.9375rem] leading-snug text-on-stage-2 lg:max-w-none lg:text-base">
          A gift to start with. No card, no payment.{' '}
          {available > 0
            ? `${formatNumber(available)} to bid with, ${formatNumber(coins)} for entries, games and tickets.`
            : 'The coins pay for entries, games and tickets.'}
        </p>
        <Button
          look="coin"
          size="lg"
          busy={claiming.isPending}
          busyText="Claiming..."
          disabled={isOffline}
          onClick={() => claiming.mutate()}
          className="mt-3 w-full lg:w-70"
        >
          <span>Claim</span>
          <CoinOnGold className="size-6" />
          <span>{inCoins(all)}</span>
        </Button>
      </div>
    </section>
  );
}

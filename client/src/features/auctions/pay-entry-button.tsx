import { formatNumber, inCoins } from '@copup/shared/coins.ts';
import { paths, pathTo } from '@copup/shared/page-paths.ts';
import { useMutation } from '@tanstack/react-query';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { balanceOf, useBalance } from '../../balance/use-balance.ts';
import { ApiError, messageOf } from '../../lib/api-error.ts';
import { useConnection } from '../../realtime/index.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';
import { payEntry } from './api.ts';
import type { ArrivalState } from './use-arrival.ts';
import { useMarkJoined } from './use-auction.ts';

interface PayEntryButtonProps {
  id: number;
  fee: number;
  disabled?: boolean;
  size?: 'md' | 'lg';
  className?: string;
}

export const payEntryText = (fee: number) =>
  fee === 0 ? 'Join free' : `Pay Entry Fee (${formatNumber(fee)} coin)`;

/** Returns the coins that the user has, if they do not cover the fee; null if they do, or before they are loaded. */
export function useTooFew(fee: number): number | null {
  const balance = useBalance();
  const coins = balance === null ? fee : balanceOf(balance);
  return coins < fee ? coins : null;
}

/** Shows that the coins do not cover the entry fee, and leads to the coin shop. */
export function TooFew({ fee, has }: { fee: number; has: number }) {
  return (
    <>
      The entry costs {inCoins(fee)}. You have {formatNumber(has)}.{' '}
      <Link to={paths.buy} className="font-semibold text-brand underline">
        Buy coins
      </Link>
    </>
  );
}

/**
 * A2: pays the entry fee once, never while offline; a second payment is refused and costs nothing. A free entry opens the
 * auction, with the first bid prepared.
 */
export function PayEntryButton({ id, fee, disabled, size = 'md', className }: PayEntryButtonProps) {
  const markJoined = useMarkJoined();
  const isOffline = useConnection() === 'offline';
  const isTooDear = useTooFew(fee) !== null;
  const navigate = useNavigate();
  const path = pathTo(paths.auction, id);
  const isOpen = useLocation().pathname === path;
  const paying = useMutation({
    mutationFn: () => payEntry(id),
    onSuccess: ({ message }) => {
      markJoined(id);
      if (fee > 0) toast.success(message);
      if (fee > 0 && !isOpen) return;
      void navigate(path, { replace: isOpen, state: { joinedFor: fee } satisfies ArrivalState });
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'ALREADY_JOINED') markJoined(id);
      toast.error(messageOf(error, 'Error paying entry fee.'));
    },
  });
  return (
    <Button
      look="coin"
      size={size}
      disabled={disabled || isOffline || isTooDear}
      busy={paying.isPending}
      onClick={() => paying.mutate()}
      className={className}
    >
      {payEntryText(fee)}
    </Button>
  );
}

import { formatNumber } from '@copup/shared/coins.ts';
import { paths, pathTo } from '@copup/shared/page-paths.ts';
import { useMutation } from '@tanstack/react-query';
import { useLocation, useNavigate } from 'react-router-dom';
import { ApiError, messageOf } from '../../lib/api-error.ts';
import { useConnection } from '../../realtime/index.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';
import { type ArrivalState, payEntry } from './use-arrival.ts';
import { useMarkJoined } from './use-auction.ts';

interface PayEntryButtonProps {
  id: number;
  fee: number;
  size?: 'md' | 'lg';
  className?: string;
}

export const payEntryText = (fee: number) =>
  fee === 0 ? 'Join free' : `Pay Entry Fee (${formatNumber(fee)} coin)`;

/**
 * A2: pays the entry fee once, never while offline; a second payment is refused and costs nothing. A free entry opens the
 * auction, with the first bid prepared.
 */
export function PayEntryButton({ id, fee, size = 'md', className }: PayEntryButtonProps) {
  const markJoined = useMarkJoined();
  const isOffline = useConnection() === 'offline';
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
      disabled={isOffline}
      busy={paying.isPending}
      onClick={() => paying.mutate()}
      className={className}
    >
      {payEntryText(fee)}
    </Button>
  );
}

import { useMutation } from '@tanstack/react-query';
import { ApiError, messageOf } from '../../lib/api-error.ts';
import { useConnection } from '../../realtime/index.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';
import { payEntry } from './api.ts';
import { useMarkJoined } from './use-auction.ts';

interface PayEntryButtonProps {
  id: number;
  fee: number;
  disabled?: boolean;
  size?: 'md' | 'lg';
  className?: string;
}

export const payEntryText = (fee: number) => `Pay Entry Fee (${fee} coin)`;

/** A2: pays the entry fee once, never while offline; a second payment is refused and costs nothing. */
export function PayEntryButton({ id, fee, disabled, size = 'md', className }: PayEntryButtonProps) {
  const markJoined = useMarkJoined();
  const isOffline = useConnection() === 'offline';
  const paying = useMutation({
    mutationFn: () => payEntry(id),
    onSuccess: ({ message }) => {
      markJoined(id);
      toast.success(message || 'Pay entry fee successful!');
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
      disabled={disabled || isOffline}
      busy={paying.isPending}
      onClick={() => paying.mutate()}
      className={className}
    >
      {payEntryText(fee)}
    </Button>
  );
}

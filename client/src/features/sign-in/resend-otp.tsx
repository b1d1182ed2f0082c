import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../lib/api-error.ts';
import { serverNow, useServerNow } from '../../realtime/index.ts';
import { toast } from '../../ui/toast.ts';

/** "Resend in 0:42", then a button that requests another code. */
export function ResendOtp({ waitS, send }: { waitS: number; send: () => Promise<{ message: string }> }) {
  const [readyAtMs, setReadyAtMs] = useState(() => serverNow() + waitS * 1000);
  const secondsLeft = Math.max(0, Math.ceil((readyAtMs - useServerNow()) / 1000));
  const sending = useMutation({
    mutationFn: send,
    onSuccess: ({ message }) => {
      toast.success(message || 'OTP sent to your email');
      setReadyAtMs(serverNow() + waitS * 1000);
    },
    onError: (error) => toast.error(messageOf(error, 'Error sending OTP')),
  });
  const isWaiting = secondsLeft > 0;
  return (
    <button
      type="button"
      className="min-h-tap self-center px-3 text-sm font-semibold text-brand disabled:text-ink-3"
      disabled={isWaiting || sending.isPending}
      onClick={() => sending.mutate()}
    >
      {isWaiting
        ? `Resend in ${Math.floor(secondsLeft / 60)}:${String(secondsLeft % 60).padStart(2, '0')}`
        : 'Resend OTP'}
    </button>
  );
}

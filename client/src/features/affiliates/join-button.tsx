import type { LinkedSubject } from '@copup/shared/affiliates.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useEntryPayment } from '../../balance/use-entry-payment.tsx';
import { ApiError, messageOf } from '../../lib/api-error.ts';
import { useConnection } from '../../realtime/index.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';
import { joinThrough, type Link } from './api.ts';
import { linkTexts } from './link-texts.ts';

/** T2: joins through a link once, never while offline. Afterwards it leads to the subject. */
export function JoinButton({ link, subject }: { link: Link; subject: LinkedSubject }) {
  const { price, prize } = subject;
  const { pay, joinError, refusals, next } = linkTexts[link.kind];
  const [hasJoined, setHasJoined] = useState(false);
  const { payment, note } = useEntryPayment({ fee: link.kind === 'heist' ? price : 0, prize });
  const isOffline = useConnection() === 'offline';
  const joining = useMutation({
    mutationFn: () => joinThrough(link, payment),
    onSuccess: ({ message }) => {
      setHasJoined(true);
      toast.success(message);
    },
    onError: (error) => {
      const code = error instanceof ApiError ? error.code : 'UNKNOWN';
      if (code === 'ALREADY_JOINED') setHasJoined(true);
      const isQuoted = refusals.some((refusal) => refusal === code);
      toast.error(isQuoted ? joinError : messageOf(error, joinError));
    },
  });
  if (hasJoined) {
    const { to, name } = next(link.id);
    return (
      <ButtonLink look="ink" to={to} className="bg-white! text-[#0f1530]!">
        {name}
      </ButtonLink>
    );
  }
  return (
    <>
      {note}
      <Button look="coin" disabled={isOffline} busy={joining.isPending} onClick={() => joining.mutate()}>
        {pay(price)}
      </Button>
      {isOffline ? (
        <p role="status" className="text-center text-sm text-on-stage-2">
          You’re offline. You can’t spend coins until you’re back online.
        </p>
      ) : null}
    </>
  );
}

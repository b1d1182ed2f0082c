import type { AffiliateKind, AffiliateProgress } from '@copup/shared/affiliates.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../../lib/api-error.ts';
import { callOnce } from '../../lib/calls.ts';
import { useSignedInUser } from '../../lib/session.ts';
import { useConnection } from '../../realtime/index.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';
import { offerPaths, referralsKey } from './queries.ts';

interface ClaimButtonProps extends Pick<AffiliateProgress, 'claim'> {
  kind: AffiliateKind;
  id: number;
  /** Id of the text with the reason why the claim waits. */
  describedBy: string;
  size?: 'sm' | 'md';
  className?: string;
}

/** T5: claims a reward once. Gold only when the claim is ready; the reply's message is shown as a notice. */
export function ClaimButton({ kind, id, claim, describedBy, size = 'md', className }: ClaimButtonProps) {
  const user = useSignedInUser();
  const queries = useQueryClient();
  const isOffline = useConnection() === 'offline';
  const claiming = useMutation({
    mutationFn: () =>
      callOnce(`claim:${kind}:${id}`, `POST ${offerPaths[kind]}/check-target/:id`, { params: { id } }),
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) => toast.error(messageOf(error, 'Error claiming reward')),
    onSettled: () => queries.invalidateQueries({ queryKey: referralsKey(user.id) }),
  });
  const isReady = claim === 'ready';
  return (
    <Button
      look={isReady ? 'coin' : 'soft'}
      size={size}
      disabled={!isReady || isOffline}
      busy={claiming.isPending}
      onClick={() => claiming.mutate()}
      aria-describedby={describedBy}
      className={className}
    >
      Claim Reward
    </Button>
  );
}

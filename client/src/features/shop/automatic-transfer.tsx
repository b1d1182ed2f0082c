import { coinsAre, formatPrice } from '@copup/shared/coins.ts';
import { isolate } from '@copup/shared/isolate.ts';
import { paths } from '@copup/shared/page-paths.ts';
import { userRoom } from '@copup/shared/room-names.ts';
import type { CoinPackage, TransferAccount } from '@copup/shared/shop.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/calls.ts';
import { formatRemaining, secondsLeft } from '../../lib/format-time.ts';
import { useSignedInUser } from '../../lib/session.ts';
import { AccountNumber, CopyRow } from '../../parts/copy-row.tsx';
import { useRoomChanges, useServerNow } from '../../realtime/index.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { StageCard } from '../../ui/stage-card.tsx';
import { Steps } from '../../ui/steps.tsx';

/** Opens the account for a package while `isOffered`, and follows with the user's room what arrives (W18). */
export function useTransferAccount({ price, bid_points }: CoinPackage, isOffered: boolean) {
  const opening = useQuery({
    queryKey: ['transfer-account', bid_points, price],
    queryFn: ({ signal }) => call('POST /manualPayment/account', { body: { price, bid_points }, signal }),
    enabled: isOffered,
    // Read again it could be another account.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  const id = opening.data?.id;
  const following = useQuery({
    queryKey: ['payments', 'account', id],
    queryFn: ({ signal }) => call('GET /manualPayment/:id/account', { params: { id: id ?? 0 }, signal }),
    enabled: id !== undefined,
    // With data from the beginning a read that is under way is repeated when the room changes.
    initialData: opening.data,
    staleTime: 0,
  });
  useRoomChanges<'user'>(userRoom(useSignedInUser().id), () => {
    if (id !== undefined) void following.refetch();
    return undefined;
  });
  const { error, isFetching } = opening;
  return {
    account: following.data,
    error,
    isFetching,
    openAgain: () => void opening.refetch(),
  };
}

interface AutomaticTransferProps {
  account: TransferAccount;
  /** Whether another account is being opened. */
  isFetching: boolean;
  openAgain: () => void;
  leave: () => void;
}

/** A bank transfer that is credited by itself (W18): where to send it, how long, and what has become of it. */
export function AutomaticTransfer({ account, isFetching, openAgain, leave }: AutomaticTransferProps) {
  const { bank_name, account_number, price, bid_points, status, pretend_path } = account;
  const { full_name } = useSignedInUser();
  const leftS = secondsLeft(Date.parse(account.expires_at), useServerNow());
  const isWaiting = status === 'reserved' && leftS > 0;
  const isOver = !isWaiting && (status === 'reserved' || status === 'expired');
  const isDone = status === 'approved';
  const [title, text] = isWaiting
    ? [
        `Waiting for your ${formatPrice(price)}`,
        `${formatRemaining(leftS)} left. The coins arrive by themselves.`,
      ]
    : isOver
      ? [
          'The time to pay is over',
          'Don’t send to this account any more. If you have sent it, a person checks it.',
        ]
      : isDone
        ? [`${coinsAre(bid_points)} in your wallet`, 'Your transfer arrived. The coins are ready to play.']
        : [
            'Your transfer arrived',
            'It differs from what we expected, so a person checks it. See your payments.',
          ];
  return (
    <>
      <Steps steps={['Waiting', 'Received', 'Credited']} at={isDone ? 3 : isWaiting || isOver ? 0 : 1} />
      <p role="status" className="sr-only">
        {title}
      </p>
      <StageCard label="Bank transfer (automatic)" title={title} text={text}>
        {isWaiting ? (
          <dl className="bg-stage-deep px-4.5 py-1.5">
            <CopyRow name="Account number" copied={account_number}>
              <AccountNumber digits={account_number} />
            </CopyRow>
            <CopyRow name="Bank">{isolate(bank_name)}</CopyRow>
            <CopyRow name="Exact amount" copied={String(price)}>
              {formatPrice(price)}
            </CopyRow>
          </dl>
        ) : null}
      </StageCard>
      {isWaiting ? (
        <p className="text-sm text-ink-2">
          Send exactly this amount, once, from an account in your name, {isolate(full_name)}. A person checks
          any other transfer.
        </p>
      ) : null}
      {isWaiting && pretend_path ? (
        <Button look="coin" onClick={() => void fetch(pretend_path, { method: 'POST' })}>
          Pretend to transfer
        </Button>
      ) : null}
      <div className="flex flex-wrap gap-2.5">
        <Button look={isDone ? 'ink' : 'line'} className="flex-1" onClick={leave}>
          {isDone ? 'Done' : 'Close'}
        </Button>
        {isOver ? (
          <Button look="coin" className="flex-1" busy={isFetching} onClick={openAgain}>
            Open a new account
          </Button>
        ) : isWaiting || isDone ? null : (
          <ButtonLink look="ink" className="flex-1" to={paths.payments}>
            See your payments
          </ButtonLink>
        )}
      </div>
    </>
  );
}

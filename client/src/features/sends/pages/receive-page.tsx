import { paths } from '@copup/shared/page-paths.ts';
import { useQuery } from '@tanstack/react-query';
import { Copy, Share2, ShieldCheck } from 'lucide-react';
import { useId } from 'react';
import { readQuery } from '../../../lib/read-query.ts';
import { useSignedInUser } from '../../../lib/session.ts';
import { share } from '../../../lib/share.ts';
import { Avatar } from '../../../ui/art/avatar.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { copyText } from '../../../ui/copy-text.ts';
import { Note } from '../../../ui/note.tsx';
import { Screen } from '../../../ui/page-header.tsx';
import { QrCode } from '../../../ui/qr-code.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.ts';
import { readProfile } from '../api.ts';

const copiedMs = 3_000;

export function Page() {
  const user = useSignedInUser();
  const { data, isError, refetch } = useQuery(readQuery(['profile', user.id], readProfile));
  const address = data?.wallet_address;
  const waitingId = useId();

  const copy = (text: string) =>
    void copyText(text, 'copied successfully', 'This device cannot copy. Select the address instead.');
  const shareAddress = async (text: string) => {
    const url = `${location.origin}${paths.send}?to=${text}`;
    const outcome = await share(`Send me Copup coins: ${text}`, url);
    if (outcome === 'copied') toast.success('copied successfully', copiedMs);
    if (outcome === 'failed') copy(text);
  };

  return (
    <Screen title="Receive" backTo={paths.dashboard}>
      {isError ? <ErrorState message="Error fetching user profile" onRetry={() => void refetch()} /> : null}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-[28.75rem_minmax(0,1fr)] lg:items-start lg:gap-6">
        <CodeStage address={address} />
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <ButtonLink look="line" to={paths.verify}>
            <ShieldCheck size={20} aria-hidden />
            Check a receipt you were shown
          </ButtonLink>
          <Note look="warn">
            Send only <b>Copup coin</b> on the <b>Copup network</b> to this address. Anything else will be
            lost.
          </Note>
          <Card className="grid gap-1.5 p-4">
            <h2 className="font-sans text-sm text-ink-2">Wallet Address</h2>
            {address ? (
              <Address address={address} />
            ) : (
              <p id={waitingId} role="status">
                {isError ? 'Your address could not be read.' : 'Fetching wallet address...'}
              </p>
            )}
          </Card>
          <div className="grid grid-cols-2 gap-2.5">
            <Button
              disabled={!address}
              aria-describedby={waitingId}
              onClick={() => address && void shareAddress(address)}
            >
              <Share2 size={20} aria-hidden />
              Share
            </Button>
            <Button
              look="ink"
              disabled={!address}
              aria-describedby={waitingId}
              onClick={() => address && copy(address)}
            >
              <Copy size={20} aria-hidden />
              Copy
            </Button>
          </div>
        </div>
      </div>
    </Screen>
  );
}

/** What the sender scans. */
function CodeStage({ address }: { address: string | undefined }) {
  const user = useSignedInUser();
  return (
    <section
      aria-label="QR code"
      className="stage adire grid grid-cols-[minmax(0,1fr)] justify-items-center gap-4 overflow-hidden rounded-[26px] p-5"
    >
      <div className="flex w-full items-center gap-3">
        <Avatar name={user.full_name} username={user.username} picture={user.profile} size={44} />
        <div className="min-w-0">
          <p className="truncate font-semibold">@{user.username}</p>
          <p className="truncate text-sm text-on-stage-2">{user.full_name}</p>
        </div>
      </div>
      <div className="aspect-square w-full max-w-[360px] overflow-hidden rounded-[26px] bg-white p-4">
        {address ? (
          <QrCode value={address} title="QR code of your wallet address" />
        ) : (
          <div aria-hidden="true" className="skeleton size-full" />
        )}
      </div>
      <p className="text-sm text-on-stage-2">Scan to send coins to you</p>
    </section>
  );
}

/** In fours for reading; selected and copied text has no spaces. */
function Address({ address }: { address: string }) {
  const fours = address.match(/.{1,4}/g) ?? [];
  return (
    <p className="flex flex-wrap gap-x-2.5 font-mono text-lg select-all">
      {fours.map((four, nth) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: the address never changes
          key={nth}
          className={classNames(nth % 2 === 0 && 'font-bold text-brand')}
        >
          {four}
        </span>
      ))}
    </p>
  );
}

import { paths } from '@copup/shared/page-paths.ts';
import { amountOf, lagosMoment, purposeOf, statusNames } from '@copup/shared/receipt-words.ts';
import { keepPreviousData, skipToken, useMutation, useQuery } from '@tanstack/react-query';
import { Copy, Download, Eye, EyeOff, Share2 } from 'lucide-react';
import { useState } from 'react';
import { useProfile } from '../balance/use-balance.ts';
import { messageOf } from '../lib/api-error.ts';
import { call } from '../lib/calls.ts';
import { saveFile } from '../lib/save-file.ts';
import { useSignedInUser } from '../lib/session.ts';
import { share } from '../lib/share.ts';
import { useObjectUrl } from '../lib/use-object-url.ts';
import { Button } from '../ui/button.tsx';
import { copyText } from '../ui/copy-text.ts';
import { Modal } from '../ui/modal.tsx';
import { ErrorState, Skeletons } from '../ui/states.tsx';
import { SwitchRow } from '../ui/switch.tsx';
import { toast } from '../ui/toast.ts';
import { drawReceipt } from './receipt-picture.ts';
import type { ReceiptOf } from './share-receipt.tsx';
import { drawWin } from './win-picture.tsx';

/** Shares the receipt. Only an own press opens the sheet, and so makes the link. */
async function readShared({ kind, id }: ReceiptOf) {
  const { code, url } = await call('POST /receipts', { body: { kind, id: String(id) } });
  const receipt = await call('GET /receipts/:code', { params: { code } });
  if (kind !== 'win') return { receipt, url };
  const [auction, chain] = await Promise.all([
    call('GET /watch/:id', { params: { id } }),
    call('GET /watch/:id/bids', { params: { id }, query: { limit: 1 } }),
  ]);
  return { receipt, url, win: { auction, chain } };
}

export function ReceiptSheet({ kind, id, onClose }: ReceiptOf & { onClose: () => void }) {
  const options = useWinOptions();
  const { username, isNamed, isInviting, invite } = options;
  const { data: shared, ...read } = useQuery({
    queryKey: ['receipt', kind, String(id)],
    queryFn: () => readShared({ kind, id }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { data: file, ...drawn } = useQuery({
    queryKey: ['receipt picture', shared?.receipt.code, isNamed],
    queryFn: shared ? () => draw(shared, isNamed ? username : shared.receipt.to) : skipToken,
    placeholderData: keepPreviousData,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const preview = useObjectUrl(file ?? null);
  const title = kind === 'win' ? 'Share your win' : 'Share receipt';
  if (!shared || !file)
    return (
      <Modal title={title} onClose={onClose}>
        {read.isError || drawn.isError ? (
          <ErrorState
            message={messageOf(read.error ?? drawn.error, 'The receipt could not be read.')}
            onRetry={() => void (read.isError ? read : drawn).refetch()}
          />
        ) : (
          <Skeletons text="Drawing the receipt..." count={1} className="h-90" />
        )}
      </Modal>
    );
  const { receipt, url, win } = shared;
  const join = isInviting ? `${location.origin}${paths.register}?ref=${encodeURIComponent(invite)}` : '';
  const words = `${amountOf(receipt)} ${purposeOf(receipt)}, ${statusNames[receipt.status].toLowerCase()}, ${lagosMoment(receipt.at)}`;
  const pass = async () => {
    const what = `${win ? 'I won on Copup' : 'My receipt of Copup'}: ${amountOf(receipt)} ${purposeOf(receipt)}.`;
    const outcome = await share(join ? `${what} Join me: ${join}` : what, url, file);
    if (outcome === 'copied') toast.success('copied successfully', 3_000);
    if (outcome === 'failed') toast.error('This device cannot share. Save the picture instead.');
  };
  return (
    <Modal title={title} onClose={onClose}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
        {preview ? (
          <img
            src={preview}
            alt={words}
            width={1080}
            height={1350}
            className="mx-auto h-auto w-[min(16rem,100%)] rounded-[20px] shadow-3"
          />
        ) : null}
        {win ? <WinOptions {...options} masked={receipt.to} /> : null}
        <WhatIsSeen
          isWin={win !== undefined}
          more={[isNamed && 'your name', isInviting && `your code ${invite}`]}
        />
        <Ways file={file} copied={join ? `${url}\n${join}` : url} onShare={() => void pass()} />
        <StopSharing code={receipt.code} onDone={onClose} />
      </div>
    </Modal>
  );
}

function Ways({ file, copied, onShare }: { file: File; copied: string; onShare: () => void }) {
  return (
    <>
      <Button look="ink" onClick={onShare}>
        <Share2 size={20} aria-hidden />
        Share picture and link
      </Button>
      <div className="grid grid-cols-2 gap-2.5">
        <Button onClick={() => saveFile(file, file.name)}>
          <Download size={20} aria-hidden />
          Save, {Math.ceil(file.size / 1_000)} KB
        </Button>
        <Button onClick={() => void copyText(copied)}>
          <Copy size={20} aria-hidden />
          Copy link
        </Button>
      </div>
    </>
  );
}

function useWinOptions() {
  const { username } = useSignedInUser();
  const [isNamed, setIsNamed] = useState(false);
  const [isInviting, setIsInviting] = useState(false);
  const invite = useProfile().data?.referral_code ?? '';
  return { username, invite, isNamed, setIsNamed, isInviting, setIsInviting };
}

/** What the player may add to a shared win. */
function WinOptions(options: ReturnType<typeof useWinOptions> & { masked: string }) {
  const { username, masked, invite, isNamed, isInviting } = options;
  return (
    <div className="divide-y divide-line rounded-[18px] px-3.5 ctl-line">
      <SwitchRow
        id="show-name"
        name="Show my name"
        hint={isNamed ? `On: ${username}` : `Off: only ${masked}`}
        isOn={isNamed}
        onChange={options.setIsNamed}
      />
      <SwitchRow
        id="add-invite"
        name="Add my invite link"
        hint={isInviting ? 'Friends who join count for you' : 'The link shows the win only'}
        isOn={isInviting}
        onChange={options.setIsInviting}
        disabled={invite === ''}
      />
    </div>
  );
}

function StopSharing({ code, onDone }: { code: string; onDone: () => void }) {
  const ending = useMutation({
    mutationFn: () => call('DELETE /receipts/:code', { params: { code } }),
    onSuccess: ({ message }) => {
      toast.success(message);
      onDone();
    },
    onError: (failure) => toast.error(messageOf(failure, 'The sharing could not be ended.')),
  });
  return (
    <Button look="ghost" busy={ending.isPending} onClick={() => ending.mutate()}>
      Stop sharing
    </Button>
  );
}

function WhatIsSeen({ isWin, more }: { isWin: boolean; more: readonly (string | false)[] }) {
  const seen = ['the item', 'the price', 'the time', 'the public bids', ...more.filter(Boolean)];
  return (
    <>
      <p className="flex gap-2.5 text-sm text-ink-2">
        <Eye size={20} aria-hidden className="shrink-0 text-ok" />
        {isWin
          ? `People see ${seen.slice(0, -1).join(', ')} and ${seen.at(-1)}.`
          : 'Anyone with the link sees the amount, masked names, the time and the status as it is then.'}
      </p>
      <p className="flex gap-2.5 text-sm text-ink-2">
        <EyeOff size={20} aria-hidden className="shrink-0" />
        Never your balance, phone, {isWin ? 'address or other bids.' : 'address or account number.'}
      </p>
    </>
  );
}

async function draw({ receipt, url, win }: Awaited<ReturnType<typeof readShared>>, name: string) {
  const picture = await (win ? drawWin({ ...win, receipt, name }) : drawReceipt(receipt, url));
  return new File([picture], `copup-receipt-${receipt.code.slice(0, 8)}.jpg`, { type: picture.type });
}

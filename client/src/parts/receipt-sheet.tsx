import { amountOf, lagosMoment, purposeOf, statusNames } from '@copup/shared/receipt-words.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Copy, Download, Eye, EyeOff, Share2 } from 'lucide-react';
import { messageOf } from '../lib/api-error.ts';
import { call } from '../lib/calls.ts';
import { saveFile } from '../lib/save-file.ts';
import { share } from '../lib/share.ts';
import { useObjectUrl } from '../lib/use-object-url.ts';
import { Button } from '../ui/button.tsx';
import { copyText } from '../ui/copy-text.ts';
import { Modal } from '../ui/modal.tsx';
import { ErrorState, Skeletons } from '../ui/states.tsx';
import { toast } from '../ui/toast.ts';
import { drawReceipt } from './receipt-picture.ts';
import type { ReceiptOf } from './share-receipt.tsx';

/** Shares the receipt and draws its picture. Only an own press opens the sheet, and so makes the link. */
async function readShared({ kind, id }: ReceiptOf) {
  const { code, url } = await call('POST /receipts', { body: { kind, id: String(id) } });
  const receipt = await call('GET /receipts/:code', { params: { code } });
  // The win leads to the public chain of its auction's bids.
  const chain =
    kind === 'win' ? await call('GET /watch/:id/bids', { params: { id }, query: { limit: 1 } }) : undefined;
  const picture = await drawReceipt(receipt, url, chain);
  return {
    receipt,
    url,
    file: new File([picture], `copup-receipt-${code.slice(0, 8)}.jpg`, { type: picture.type }),
  };
}

export function ReceiptSheet({ kind, id, onClose }: ReceiptOf & { onClose: () => void }) {
  const { data, isError, error, refetch } = useQuery({
    queryKey: ['receipt', kind, String(id)],
    queryFn: () => readShared({ kind, id }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const preview = useObjectUrl(data?.file ?? null);
  const ending = useMutation({
    mutationFn: (code: string) => call('DELETE /receipts/:code', { params: { code } }),
    onSuccess: ({ message }) => {
      toast.success(message);
      onClose();
    },
    onError: (failure) => toast.error(messageOf(failure, 'The sharing could not be ended.')),
  });
  if (!data)
    return (
      <Modal title="Share receipt" onClose={onClose}>
        {isError ? (
          <ErrorState
            message={messageOf(error, 'The receipt could not be read.')}
            onRetry={() => void refetch()}
          />
        ) : (
          <Skeletons text="Drawing the receipt..." count={1} className="h-90" />
        )}
      </Modal>
    );
  const { receipt, url, file } = data;
  const words = `${amountOf(receipt)} ${purposeOf(receipt)}, ${statusNames[receipt.status].toLowerCase()}, ${lagosMoment(receipt.at)}`;
  const pass = async () => {
    const outcome = await share(
      `${kind === 'win' ? 'I won on Copup' : 'My receipt of Copup'}: ${amountOf(receipt)} ${purposeOf(receipt)}.`,
      url,
      file,
    );
    if (outcome === 'copied') toast.success('copied successfully', 3_000);
    if (outcome === 'failed') toast.error('This device cannot share. Save the picture instead.');
  };
  return (
    <Modal title={kind === 'win' ? 'Share your win' : 'Share receipt'} onClose={onClose}>
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
        <WhatIsSeen />
        <Button look="ink" onClick={() => void pass()}>
          <Share2 size={20} aria-hidden />
          Share picture and link
        </Button>
        <div className="grid grid-cols-2 gap-2.5">
          <Button onClick={() => saveFile(file, file.name)}>
            <Download size={20} aria-hidden />
            Save, {Math.ceil(file.size / 1_000)} KB
          </Button>
          <Button onClick={() => void copyText(url)}>
            <Copy size={20} aria-hidden />
            Copy link
          </Button>
        </div>
        <Button look="ghost" busy={ending.isPending} onClick={() => ending.mutate(receipt.code)}>
          Stop sharing
        </Button>
      </div>
    </Modal>
  );
}

function WhatIsSeen() {
  return (
    <>
      <p className="flex gap-2.5 text-sm text-ink-2">
        <Eye size={20} aria-hidden className="shrink-0 text-ok" />
        Anyone with the link sees the amount, masked names, the time and the status as it is then.
      </p>
      <p className="flex gap-2.5 text-sm text-ink-2">
        <EyeOff size={20} aria-hidden className="shrink-0" />
        Never your balance, phone, address or account number.
      </p>
    </>
  );
}

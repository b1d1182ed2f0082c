import { BIDDING_NAIRA_PER_COIN, formatNaira } from '@copup/shared/coins.ts';
import { paths } from '@copup/shared/page-paths.ts';
import type { SendReceipt } from '@copup/shared/sends.ts';
import { Check, Download, Share2, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { BalancePill } from '../../../balance/balance-pill.tsx';
import { share } from '../../../lib/share.ts';
import { useTitle } from '../../../lib/use-title.ts';
import { Avatar } from '../../../ui/art/avatar.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Coins } from '../../../ui/money.tsx';
import { Page as PageBody, PageHeader } from '../../../ui/page-header.tsx';
import { toast } from '../../../ui/toast.ts';
import { receiptLines, receiptText, saveReceipt } from '../save-receipt.ts';
import { SendForm } from '../send-form.tsx';

export function Page() {
  useTitle('Recipient');
  const [receipt, setReceipt] = useState<SendReceipt | null>(null);
  // The form stays mounted below the receipt, which clears it.
  return (
    <>
      {receipt ? <SentReceipt receipt={receipt} onClose={() => setReceipt(null)} /> : null}
      <div hidden={receipt !== null}>
        <PageHeader title="Recipient" backTo={paths.dashboard}>
          <span className="rounded-full bg-surface px-4 py-2 shadow-1">
            <BalancePill />
          </span>
        </PageHeader>
        <PageBody>
          <SendForm onSent={setReceipt} />
        </PageBody>
      </div>
    </>
  );
}

/** W9: stays until the user closes it. */
function SentReceipt({ receipt, onClose }: { receipt: SendReceipt; onClose: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);

  const shareText = async () => {
    const outcome = await share(receiptText(receipt), location.origin);
    if (outcome === 'copied') toast.success('copied successfully', 3_000);
    if (outcome === 'failed') toast.error('This device cannot share. Save the receipt instead.');
  };
  const save = () => {
    saveReceipt(receipt).catch(() => toast.error('The receipt could not be saved.'));
  };

  return (
    <section
      aria-label="Receipt"
      className="stage adire grid min-h-dvh content-start justify-items-center gap-6 px-4 pt-2 pb-6 lg:content-center"
    >
      <div className="flex w-full max-w-[440px] items-center justify-between">
        <p role="status" className="font-semibold text-on-stage-2">
          {receipt.message}
        </p>
        <IconButton label="Close" onClick={onClose} className="bg-white/15">
          <X size={24} aria-hidden />
        </IconButton>
      </div>
      <div className="relative mt-8 grid w-full max-w-[440px] animate-enter gap-4 rounded-[26px] bg-surface px-5 pt-13 pb-5 text-ink shadow-3">
        <span className="absolute -top-11 left-1/2 grid size-22 -translate-x-1/2 place-items-center rounded-full bg-surface">
          <Tick />
        </span>
        <h1 ref={heading} tabIndex={-1} className="text-center outline-none">
          <Coins amount={receipt.amount} className="text-[2.75rem] leading-none" />
        </h1>
        <p className="-mt-2 text-center text-sm text-ink-2">
          {formatNaira(receipt.amount * BIDDING_NAIRA_PER_COIN)} bid value
        </p>
        <Facts receipt={receipt} />
        <p className="flex items-center justify-between gap-3 border-t-3 border-dotted border-line pt-4">
          <span className="font-semibold">Your new balance</span>
          <span className="font-display text-lg font-bold">
            <Coins amount={receipt.bid_points} />
          </span>
        </p>
      </div>
      <div className="grid w-full max-w-[440px] grid-cols-2 gap-2.5">
        <Button onClick={() => void shareText()}>
          <Share2 size={20} aria-hidden />
          Share
        </Button>
        <Button onClick={save}>
          <Download size={20} aria-hidden />
          Save
        </Button>
        <Button look="soft" onClick={onClose} className="col-span-2 bg-white! text-[#0f1530]!">
          Done
        </Button>
      </div>
    </section>
  );
}

/** Who received the coins, and the lines of the receipt. */
function Facts({ receipt }: { receipt: SendReceipt }) {
  return (
    <>
      <div className="flex items-center gap-3 rounded-[16px] bg-canvas p-3">
        <Avatar
          name={receipt.recipient_name}
          username={receipt.recipient_username}
          picture={receipt.recipient_profile}
          size={44}
        />
        <div className="min-w-0">
          <p className="truncate font-semibold">@{receipt.recipient_username}</p>
          <p className="truncate text-sm text-ink-2">{receipt.recipient_name}</p>
        </div>
      </div>
      <dl className="grid gap-3 text-sm">
        {receiptLines(receipt).map(([name, value]) => (
          <div key={name} className="flex flex-wrap justify-between gap-x-3">
            <dt className="text-ink-2">{name}</dt>
            <dd className="min-w-0 font-semibold wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function Tick() {
  return (
    <span className="grid size-18 place-items-center rounded-full border-6 border-ok text-ok">
      <Check size={36} strokeWidth={3.5} aria-hidden />
    </span>
  );
}

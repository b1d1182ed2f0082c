import { BIDDING_NAIRA_PER_COIN, formatNaira, inCoins } from '@copup/shared/coins.ts';
import { paths } from '@copup/shared/page-paths.ts';
import type { SendReceipt, WalletOwner } from '@copup/shared/sends.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Check, RotateCcw, Share2, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { headerBalance } from '../../../balance/balance-pill.tsx';
import { formatDayAndTime } from '../../../lib/format-time.ts';
import { useTitle } from '../../../lib/use-title.ts';
import { Scanner } from '../../../parts/scanner.tsx';
import { ShareReceipt } from '../../../parts/share-receipt.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Coins } from '../../../ui/money.tsx';
import { Page as PageBody, PageHeader } from '../../../ui/page-header.tsx';
import { RecipientCard } from '../../../ui/recipient-card.tsx';
import { Rows } from '../../../ui/rows.tsx';
import { AmountStep } from '../amount-step.tsx';
import { addressIn } from '../recipient-in.ts';
import { RecipientStep } from '../recipient-step.tsx';

/** The specification's time until a sent form is cleared (W9). */
const clearAfterMs = 1_000;

/** The person, then the amount, then the PIN; the receipt lies over the form, which is cleared below it (W9). */
export function Page() {
  useTitle('Recipient');
  const [search] = useSearchParams();
  const [start, setStart] = useState(search.get('to') ?? '');
  const [owner, setOwner] = useState<WalletOwner | null>(null);
  const [receipt, setReceipt] = useState<SendReceipt | null>(null);
  const scan = useScan();
  const queries = useQueryClient();
  useEffect(() => {
    if (!receipt) return;
    const timer = setTimeout(() => setOwner(null), clearAfterMs);
    return () => clearTimeout(timer);
  }, [receipt]);
  const choose = (next: WalletOwner | null) => {
    setStart('');
    setOwner(next);
    setReceipt(null);
  };
  const showReceipt = (sent: SendReceipt) => {
    setStart('');
    setReceipt(sent);
    for (const key of ['send-terms', 'transactions', 'profile', 'recipients'])
      void queries.invalidateQueries({ queryKey: [key] });
  };
  const openScanner = () => {
    setStart('');
    scan.open();
  };
  return (
    <>
      {receipt ? (
        <SentReceipt
          receipt={receipt}
          onClose={() => choose(null)}
          onAgain={() => choose(ownerOf(receipt))}
        />
      ) : null}
      {scan.isOpen ? (
        <Scanner
          title="Scan to send"
          find={addressIn}
          onClose={scan.close}
          onFound={(address) => {
            setStart(address);
            scan.close();
          }}
        />
      ) : null}
      <div hidden={receipt !== null || scan.isOpen}>
        <PageHeader title="Recipient" backTo={paths.dashboard}>
          {headerBalance}
        </PageHeader>
        <PageBody>
          {owner ? (
            <AmountStep
              // The amount is emptied below the receipt.
              key={receipt?.id}
              owner={owner}
              onChange={() => choose(null)}
              onSent={showReceipt}
            />
          ) : (
            <RecipientStep start={start} onFound={choose} onScan={openScanner} />
          )}
        </PageBody>
      </div>
    </>
  );
}

/** Whether the scanner is open, which the history keeps: Back closes it, and a reload opens it again. */
function useScan() {
  const { state } = useLocation();
  const navigate = useNavigate();
  return {
    isOpen: state?.isScanning === true,
    open: () => void navigate(paths.send, { state: { isScanning: true } }),
    close: () => void navigate(-1),
  };
}

const ownerOf = (receipt: SendReceipt): WalletOwner => ({
  wallet_address: receipt.recipient_wallet,
  username: receipt.recipient_username,
  full_name: receipt.recipient_name,
  profile: receipt.recipient_profile,
});

interface SentReceiptProps {
  receipt: SendReceipt;
  onClose: () => void;
  onAgain: () => void;
}

/** W9: stays until the user closes it. */
function SentReceipt({ receipt, onClose, onAgain }: SentReceiptProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);

  return (
    <section
      aria-label="Receipt"
      className="stage adire grid min-h-dvh content-start justify-items-center gap-6 px-4 pt-2 pb-6 lg:content-center"
    >
      <div className="flex w-full max-w-[440px] items-center gap-2">
        <p role="status" className="flex-1 font-semibold text-on-stage-2">
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
        <RecipientCard owner={ownerOf(receipt)} className="bg-canvas" />
        <Rows isPlain rows={receiptLines(receipt)} />
        <p className="flex items-center justify-between gap-3 border-t-3 border-dotted border-line pt-4">
          <span className="font-semibold">Your new balance</span>
          <span className="font-display text-lg font-bold">
            <Coins amount={receipt.bid_points} />
          </span>
        </p>
      </div>
      <div className="grid w-full max-w-[440px] grid-cols-2 gap-2.5">
        <ShareReceipt kind="send" id={receipt.id} look="line" size="md">
          <Share2 size={20} aria-hidden />
          Share
        </ShareReceipt>
        <Button onClick={onAgain}>
          <RotateCcw size={20} aria-hidden />
          Send again
        </Button>
        <Button look="white" onClick={onClose} className="col-span-2">
          Done
        </Button>
      </div>
    </section>
  );
}

const receiptLines = ({ amount, charge, timestamp }: SendReceipt): [string, string][] => [
  ['Charge', inCoins(charge)],
  ['Left your wallet', inCoins(amount + charge)],
  ['Date', formatDayAndTime(Date.parse(timestamp))],
];

function Tick() {
  return (
    <span className="grid size-18 place-items-center rounded-full border-6 border-ok text-ok">
      <Check size={36} strokeWidth={3.5} aria-hidden />
    </span>
  );
}

import { formatNumber } from '@copup/shared/coins.ts';
import { isolate } from '@copup/shared/isolate.ts';
import type { Trade, Trader } from '@copup/shared/trades.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Copy, ImageUp, Timer, Trash2 } from 'lucide-react';
import { type FormEvent, type RefObject, useId, useRef, useState } from 'react';
import { ApiError, messageOf } from '../../lib/api-error.ts';
import { formatFileSize } from '../../lib/format-bytes.ts';
import { useSignedInUser } from '../../lib/session.ts';
import { useObjectUrl } from '../../lib/use-object-url.ts';
import { useIsOnline } from '../../lib/use-online.ts';
import { parseWholeNumber } from '../../lib/whole-number.ts';
import { OfflineNote, Submit } from '../../parts/form-parts.tsx';
import { Coin } from '../../ui/art/coin.tsx';
import { IconButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { copyText } from '../../ui/copy-text.ts';
import { Field, FieldNotes } from '../../ui/field.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Coins } from '../../ui/money.tsx';
import { Note } from '../../ui/note.tsx';
import { buyCoins } from './api.ts';
import { errorOfAmount, formatPrice, totalOf } from './purchase.ts';
import { openTradeKey } from './queries.ts';

interface BuySheetProps {
  trader: Trader;
  /** The amount that the list was filtered by, if any. */
  coins: number | undefined;
  onClose: () => void;
  onBought: (trade: Trade) => void;
}

/** Refusals after which the traders' prices, limits or stock must be read again. */
const outdatedBy: ReadonlySet<string> = new Set([
  'PRICE_DIFFERS',
  'TRADE_LIMIT',
  'TRADER_NOT_FOUND',
  'TRADE_OPEN',
]);

/** The purchase from one trader: amount, account to pay, proof of payment. */
export function BuySheet({ trader, coins: wanted, onClose, onBought }: BuySheetProps) {
  const isOnline = useIsOnline();
  const [amount, setAmount] = useState(String(wanted ?? trader.min));
  const [screenshot, setScreenshot] = useState<File | null>(null);
  const [isChecked, setIsChecked] = useState(false);
  const upload = useRef<HTMLInputElement>(null);
  const coins = parseWholeNumber(amount);
  const total = coins === undefined ? null : totalOf(trader, coins);
  const errors = { amount: errorOfAmount(trader, coins), screenshot: errorOfScreenshot(screenshot) };

  const buying = useBuying(onBought);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setIsChecked(true);
    if (errors.amount) event.currentTarget.querySelector<HTMLElement>('[name=coinAmount]')?.focus();
    else if (errors.screenshot) upload.current?.focus();
    else if (coins !== undefined && total !== null && screenshot) {
      buying.mutate({ traderId: trader.id, coinAmount: coins, totalPrice: total, screenshot });
    }
  };

  return (
    <Modal title={`Buy from ${isolate(trader.name)}`} onClose={onClose} isBusy={buying.isPending}>
      <form onSubmit={submit} noValidate aria-label="Purchase" className="grid gap-3.5">
        <p className="-mt-3 text-sm text-ink-2">{formatPrice(trader.price)} per 1 coin</p>
        <Field
          label="Amount of Coin"
          name="coinAmount"
          inputMode="numeric"
          autoComplete="off"
          maxLength={13}
          value={amount}
          onChange={(event) => setAmount(event.target.value)}
          disabled={buying.isPending}
          aside={`${formatNumber(trader.min)}–${formatNumber(trader.max)}`}
          icon={<Coin className="size-6" />}
          error={isChecked ? errors.amount : undefined}
        />
        <AccountToPay trader={trader} total={total} />
        <ScreenshotInput
          file={screenshot}
          onChange={setScreenshot}
          input={upload}
          disabled={buying.isPending}
          error={isChecked || screenshot ? errors.screenshot : undefined}
        />
        <p className="flex gap-2 text-sm text-ink-2">
          <Timer size={18} aria-hidden className="mt-px shrink-0" />
          Your coins are then reserved until we have checked your screenshot.
        </p>
        {buying.error ? (
          <Note look="error" role="alert" title="Failed to complete purchase">
            {messageOf(buying.error, '')}
          </Note>
        ) : null}
        <OfflineNote>You can buy as soon as you’re back.</OfflineNote>
        <Submit
          look="coin"
          size="lg"
          disabled={!isOnline}
          busy={buying.isPending}
          className="justify-between!"
        >
          <span>BUY</span>
          {coins === undefined ? null : <Coins amount={coins} />}
        </Submit>
      </form>
    </Modal>
  );
}

function AccountToPay({ trader, total }: { trader: Trader; total: string | null }) {
  const copy = () =>
    copyText(trader.accountNumber, 'Copied to clipboard!', 'Copying is not possible in this browser.');
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md bg-sunken px-3.5 py-2.5">
      <p className="flex-[1_1_7rem]" aria-live="polite">
        <span className="block text-sm text-ink-2">Total to pay</span>
        <span className="block font-display text-xl font-bold wrap-anywhere">
          {total === null ? '–' : formatPrice(Number(total))}
        </span>
      </p>
      <div className="flex min-w-0 flex-[1_1_11rem] items-center gap-1">
        <p className="min-w-0 flex-1">
          <span className="block text-sm wrap-anywhere text-ink-2">
            {trader.paymentMethod}, {isolate(trader.accountName)}
          </span>
          <span className="block font-semibold wrap-anywhere">{trader.accountNumber}</span>
        </p>
        <IconButton label="Copy the account number" onClick={() => void copy()} className="-mr-2 text-brand">
          <Copy size={20} aria-hidden />
        </IconButton>
      </div>
    </div>
  );
}

function useBuying(onBought: (trade: Trade) => void) {
  const queries = useQueryClient();
  const { id: userId } = useSignedInUser();
  return useMutation({
    mutationFn: buyCoins,
    onSuccess: ({ trade }) => {
      queries.setQueryData(openTradeKey(userId), { trade, last: null, server_time: trade.created_at });
      void queries.invalidateQueries({ queryKey: ['traders'] });
      onBought(trade);
    },
    onError: (error) => {
      if (!(error instanceof ApiError) || !outdatedBy.has(error.code)) return;
      void queries.invalidateQueries({ queryKey: ['traders'] });
      void queries.invalidateQueries({ queryKey: openTradeKey(userId) });
    },
  });
}

const types: readonly string[] = ['image/png', 'image/jpeg', 'image/webp'];
const mostBytes = 2 * 2 ** 20;

/** Returns why a file cannot be the screenshot. The server checks its content. */
function errorOfScreenshot(file: File | null): string | undefined {
  if (!file) return 'Please upload a screenshot before proceeding.';
  if (!types.includes(file.type)) return 'PNG, JPEG or WebP only';
  return file.size > mostBytes ? 'At most 2 MB' : undefined;
}

interface ScreenshotInputProps {
  file: File | null;
  onChange: (file: File | null) => void;
  error: string | undefined;
  input: RefObject<HTMLInputElement | null>;
  disabled: boolean;
}

/** The input for the proof of payment, with a preview. */
function ScreenshotInput({ file, onChange, error, input, disabled }: ScreenshotInputProps) {
  const id = useId();
  const preview = useObjectUrl(file && types.includes(file.type) ? file : null);
  const clear = () => {
    if (input.current) input.current.value = '';
    onChange(null);
    input.current?.focus();
  };
  return (
    <div className="min-w-0">
      <div
        className={classNames(
          'relative flex flex-wrap items-center gap-3 rounded-md bg-surface p-2.5 focus-within:shadow-[inset_0_0_0_2px_var(--c-brand),0_0_0_4px_var(--c-brand-soft)]',
          error ? 'shadow-[inset_0_0_0_2px_var(--c-danger)]' : 'ctl-line',
        )}
      >
        <input
          ref={input}
          id={id}
          type="file"
          accept={types.join(',')}
          disabled={disabled}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-hint${error ? ` ${id}-error` : ''}`}
          onChange={(event) => onChange(event.currentTarget.files?.[0] ?? null)}
          className="absolute inset-0 size-full cursor-pointer opacity-0"
        />
        <span className="grid size-14 shrink-0 place-items-center overflow-hidden rounded-[12px] bg-brand-soft text-brand">
          {preview ? (
            <img src={preview} alt="Your screenshot" className="size-full object-cover" />
          ) : (
            <ImageUp size={24} aria-hidden />
          )}
        </span>
        <label htmlFor={id} className="min-w-0 flex-[1_1_8rem]">
          <span className="block font-semibold wrap-anywhere">
            {file ? file.name : 'Upload a screenshot'}
          </span>
          <span id={`${id}-hint`} className="block text-sm text-ink-2">
            {file
              ? `Payment screenshot, ${formatFileSize(file.size)}`
              : 'of your payment: PNG, JPEG or WebP, at most 2 MB'}
          </span>
        </label>
        {file ? (
          <IconButton
            label="Remove the screenshot"
            onClick={clear}
            disabled={disabled}
            className="relative text-ink-2"
          >
            <Trash2 size={20} aria-hidden />
          </IconButton>
        ) : null}
      </div>
      <FieldNotes id={id} error={error} isAlert />
    </div>
  );
}

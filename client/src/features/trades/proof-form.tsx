import { formatPrice } from '@copup/shared/coins.ts';
import type { Trade } from '@copup/shared/trades.ts';
import { type FormEvent, useRef, useState } from 'react';
import { messageOf } from '../../lib/api-error.ts';
import { useIsOnline } from '../../lib/use-online.ts';
import { OfflineNote, Submit } from '../../parts/form-parts.tsx';
import { ScreenshotField } from '../../parts/screenshot-field.tsx';
import type { Picture } from '../../parts/shrink-picture.ts';
import { TextArea } from '../../ui/field.tsx';
import { Note } from '../../ui/note.tsx';
import { toast } from '../../ui/toast.ts';
import { disputeTrade, proveTrade } from './api.ts';
import { useTradeCommand } from './use-trade-command.ts';

/** Hands in the proof of a payment in time; after the end, asks for another decision. */
export function ProofForm({ trade, isLate = false }: { trade: Trade; isLate?: boolean }) {
  const isOnline = useIsOnline();
  const [note, setNote] = useState('');
  const [picture, setPicture] = useState<Picture | null>(null);
  const [isChecked, setIsChecked] = useState(false);
  const upload = useRef<HTMLInputElement>(null);
  const sending = useTradeCommand(isLate ? disputeTrade : proveTrade, () =>
    toast.success(isLate ? 'Dispute sent!' : 'Purchase request sent!'),
  );
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setIsChecked(true);
    if (isLate && !note.trim()) event.currentTarget.querySelector('textarea')?.focus();
    else if (picture) sending.mutate({ trade, picture, note: note.trim() });
    else upload.current?.focus();
  };
  return (
    <form onSubmit={submit} noValidate aria-label="Proof" className="grid gap-3.5">
      {isLate ? (
        <TextArea
          label="When and how you paid"
          hint="The time, your bank, and the session ID: 30 digits on the receipt"
          maxLength={300}
          value={note}
          onChange={(event) => setNote(event.target.value)}
          error={isChecked && !note.trim() ? 'Write when and how you paid' : undefined}
        />
      ) : null}
      <ScreenshotField
        picture={picture}
        onChange={setPicture}
        input={upload}
        disabled={sending.isPending}
        missing={isChecked && !picture ? 'Please upload a screenshot before proceeding.' : undefined}
      />
      {sending.error ? (
        <Note look="error" role="alert" title="Failed to complete purchase">
          {messageOf(sending.error, '')}
        </Note>
      ) : null}
      <OfflineNote>You can send the proof as soon as you’re back.</OfflineNote>
      <p className="text-sm text-ink-2">
        {isLate
          ? 'Once only. Copup decides within 48 hours, and finally.'
          : 'Only send it after paying. A screenshot counts for one trade.'}
      </p>
      <Submit
        look={isLate ? 'ink' : 'coin'}
        size="lg"
        disabled={!isOnline}
        busy={sending.isPending}
        className="justify-between!"
      >
        <span>{isLate ? 'Send to Copup' : 'I have paid'}</span>
        <span>{formatPrice(trade.price)}</span>
      </Submit>
    </form>
  );
}

import type { PayEntryBody } from '@copup/shared/entry-payments.ts';
import { splitFee } from '@copup/shared/prize-shares.ts';
import { type ReactNode, useId, useState } from 'react';
import { Note } from '../ui/note.tsx';
import { Switch } from '../ui/switch.tsx';
import { paymentWords } from './payment-words.ts';
import { useBalance } from './use-balance.ts';

interface Entry {
  fee: number;
  /** The prize in coins; 0 for another prize. */
  prize: number;
}

interface EntryPayment {
  /** Sent with the join; undefined while bonus coins pay first. */
  payment: PayEntryBody;
  /** How the entry is paid, with the choice; null where no bonus coins are involved. */
  note: ReactNode;
}

/** X7: shows before a join which part of the prize can be cashed out, and lets the player pay with available coins. */
export function useEntryPayment({ fee, prize }: Entry): EntryPayment {
  const { available = 0, bonus = 0 } = useBalance() ?? {};
  const [isChosen, choose] = useState(false);
  const id = useId();
  const canChoose = fee > 0 && bonus > 0 && available >= fee;
  const payWith = canChoose && isChosen ? 'available' : 'bonus_first';
  const isTold = fee > 0 ? bonus > 0 && available + bonus >= fee : prize > 0;
  if (!isTold) return { payment: undefined, note: null };
  return {
    payment: payWith === 'available' ? { pay_with: payWith } : undefined,
    note: (
      <Note look="info">
        <p aria-live="polite">{paymentWords(splitFee({ bonus }, fee, payWith), prize)}</p>
        {canChoose ? (
          <p className="mt-1 flex min-h-tap items-center justify-between gap-3">
            <label htmlFor={id} className="font-semibold">
              Pay with available coins
            </label>
            <Switch id={id} isOn={isChosen} onChange={choose} />
          </p>
        ) : null}
      </Note>
    ),
  };
}

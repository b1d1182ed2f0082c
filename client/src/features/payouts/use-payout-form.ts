import type { AccountNameReply, Bank, PayoutReply, PayoutTerms } from '@copup/shared/payouts.ts';
import { type FormEvent, useState } from 'react';
import { ApiError, issueOf } from '../../lib/api-error.ts';
import { call, callOnce } from '../../lib/calls.ts';
import { useSignedInUser } from '../../lib/session.ts';
import { checkPayout, type FieldErrors, type PayoutFields, payoutFields, toBody } from './payout-fields.ts';

export interface PayoutFormUse {
  terms: PayoutTerms;
  banks: readonly Bank[];
  onRequested: (reply: PayoutReply, accountNumber: string) => void;
  /** Called after a refusal: what is possible may have changed. */
  onRefused: () => void;
}

/** Refusals that the PIN sheet explains; after all others it closes. */
const shownInSheet: ReadonlySet<string> = new Set(['WRONG_PIN', 'PIN_LOCKED', 'PIN_NOT_SET', 'PIN_NEEDED']);
/** The request's fields by the names of the form. */
export const sentAs = {
  amount: 'bid_points',
  bank: 'bank_name',
  number: 'account_number',
  name: 'account_name',
} as const;

/** An account whose name was asked for. */
interface AskedAccount {
  bank: string;
  number: string;
  /** Null when the bank did not answer: the player types the name. */
  name: string | null;
  isOther: boolean;
}

/** What is typed, what is wrong with it, the bank's name of the account (W19), and the request behind the PIN. */
export function usePayoutForm({ terms, banks, onRequested, onRefused }: PayoutFormUse) {
  const { full_name: name } = useSignedInUser();
  const [fields, setFields] = useState<PayoutFields>({ amount: '', bank: '', number: '', name });
  const [errors, setErrors] = useState<FieldErrors>({});
  const [isPinAsked, setIsPinAsked] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const [asked, setAsked] = useState<AskedAccount | null>(null);
  const [failure, setFailure] = useState<ApiError | null>(null);
  const bank = banks.find(({ code }) => code === fields.bank);
  const known = asked?.bank === fields.bank && asked.number === fields.number.trim() ? asked : undefined;
  const isNameTyped = bank?.reads_names !== true || known?.name === null;
  const account = isNameTyped || !known || known.name === null ? undefined : { ...known, name: known.name };

  const change = (part: Partial<PayoutFields>) => {
    const cleared = Object.fromEntries(Object.keys(part).map((key) => [key, undefined]));
    setFields((before) => ({ ...before, ...part }));
    setErrors((before) => ({ ...before, ...cleared }));
    setFailure(null);
    setIsPinAsked(false);
  };
  const refused = (error: ApiError) => {
    setFailure(error);
    setIsPinAsked(false);
    onRefused();
  };
  const keepName = ({ account_name, name_differs }: AccountNameReply, why = 'Your bank did not answer.') => {
    setAsked({ bank: fields.bank, number: fields.number.trim(), name: account_name, isOther: name_differs });
    if (account_name === null) setErrors({ name: `${why} Type the account name.` });
    else setIsPinAsked(true);
  };
  const askForName = async () => {
    setIsAsking(true);
    try {
      const { account_name: _typed, ...body } = toBody(fields);
      keepName(await call('POST /tradeConfirm/account-name', { body }));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === 'ENQUIRY_LIMIT')
        keepName({ account_name: null, name_differs: false }, 'You have asked for many names today.');
      else refused(error);
    } finally {
      setIsAsking(false);
    }
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isAsking) return;
    const found = checkPayout(fields, terms, isNameTyped);
    setErrors(found);
    const first = payoutFields.find((field) => found[field]);
    if (first !== undefined) (event.currentTarget.elements.namedItem(first) as HTMLElement | null)?.focus();
    else if (isNameTyped || account) setIsPinAsked(true);
    else void askForName();
  };
  const send = async (pin: string) => {
    try {
      // The PIN is sent but not stored with the intent (P6).
      const intent = { body: toBody(fields, account?.name), secret: { pin } };
      onRequested(await callOnce('payout', 'POST /tradeConfirm/payout', intent), fields.number.trim());
    } catch (error) {
      const isKnown = error instanceof ApiError && !error.isOutcomeUnknown;
      if (!isKnown || shownInSheet.has(error.code)) throw error;
      refused(error);
    }
  };
  const errorOf = (field: keyof PayoutFields) => errors[field] ?? issueOf(failure, sentAs[field]);
  return {
    ...{ fields, bank, isNameTyped, account, isAsking, change, errorOf, failure, submit, send },
    // The bank may have answered about another account than is typed now.
    isPinAsked: isPinAsked && (isNameTyped || account !== undefined),
    closePin: () => setIsPinAsked(false),
  };
}

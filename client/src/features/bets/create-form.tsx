import { MAX_BET_PASSWORD, MAX_BET_TITLE, MIN_BET_PASSWORD } from '@copup/shared/bet-limits.ts';
import type { BetTerms, CreateBetBody, Fixture } from '@copup/shared/bets.ts';
import { BIDDING_NAIRA_PER_COIN, coinWord, formatNaira, formatNumber, inCoins } from '@copup/shared/coins.ts';
import { paths } from '@copup/shared/page-paths.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { ApiError } from '../../lib/api-error.ts';
import { callOnce } from '../../lib/calls.ts';
import { parseWholeNumber } from '../../lib/whole-number.ts';
import { OfflineNote, Submit } from '../../parts/form-parts.tsx';
import { useConnection } from '../../realtime/index.ts';
import { Coin, CoinOnGold } from '../../ui/art/coin.tsx';
import { Field } from '../../ui/field.tsx';
import { Coins } from '../../ui/money.tsx';
import { Note } from '../../ui/note.tsx';
import { toast } from '../../ui/toast.ts';
import { bodyOf, errorsOf, type NewBet, prizeOf } from './new-bet.ts';
import { betsKey, fixturesKey, ownBetsKey } from './queries.ts';
import { Shortage } from './shortage.tsx';
import { SidePicker } from './side-picker.tsx';

interface CreateFormProps {
  terms: BetTerms;
  fixture: Fixture | undefined;
  /** The match, above the other fields. */
  children: (isBusy: boolean) => ReactNode;
}

/** B3: the side, the title, the stake and the password of a new bet. */
export function CreateForm({ terms, fixture, children }: CreateFormProps) {
  const isOffline = useConnection() === 'offline';
  const { form, fields, change, errors, isBusy, submit } = useNewBet(terms, fixture);
  const stake = parseWholeNumber(fields.stake);
  const text = (name: 'title' | 'stake' | 'password') => ({
    name,
    value: fields[name],
    onChange: (event: { target: HTMLInputElement }) => change({ [name]: event.target.value }),
    disabled: isBusy,
    error: errors[name],
    autoComplete: 'off',
  });
  return (
    <form
      ref={form}
      onSubmit={submit}
      noValidate
      aria-label="Create a New Bet"
      className="grid flex-1 content-between gap-5 lg:content-start"
    >
      <div className="mx-auto grid w-full max-w-[1120px] grid-cols-[minmax(0,1fr)] content-start gap-4 px-4 pt-1 lg:grid-cols-2 lg:gap-x-8 lg:gap-y-5 lg:px-10">
        {children(isBusy)}
        {fixture ? (
          <SidePicker
            fixture={fixture}
            side={fields.side}
            onChange={(side) => change({ side })}
            disabled={isBusy}
          />
        ) : (
          <p className="self-center text-sm text-ink-2">Choose a match first.</p>
        )}
        <Field {...text('title')} label="Title" maxLength={MAX_BET_TITLE} placeholder="Who takes it?" />
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(8.5rem,100%),1fr))] items-start gap-3">
          <Field
            {...text('stake')}
            label="Stake"
            inputMode="numeric"
            maxLength={13}
            icon={<Coin className="size-6" />}
            hint={stakeHint(stake, terms)}
          />
          <Field
            {...text('password')}
            label="Password"
            type="password"
            autoComplete="new-password"
            maxLength={MAX_BET_PASSWORD}
            hint={errors.password ? undefined : `${MIN_BET_PASSWORD} to ${MAX_BET_PASSWORD} characters`}
          />
        </div>
        <div className="grid gap-3 lg:col-span-2">
          <Shortage stake={stake ?? 0} />
          {errors.other ? <Note look="error" title={errors.other} /> : null}
          <OfflineNote isShown={isOffline}>You can create the bet as soon as you’re back.</OfflineNote>
        </div>
      </div>
      <CreateBar stake={stake} feePercent={terms.fee_percent} isBusy={isBusy} disabled={isOffline} />
    </form>
  );
}

/** The fields, and the request that creates the bet. */
function useNewBet(terms: BetTerms, fixture: Fixture | undefined) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const [fields, setFields] = useState<NewBet>({ side: 'team_a', title: '', stake: '', password: '' });
  const { mutate, error, isPending } = useMutation({
    // B2. The password is not stored with the intent: after an unknown outcome, another password is refused instead of
    // creating a second bet.
    mutationFn: ({ password, ...body }: CreateBetBody) =>
      callOnce('bet', 'POST /bet/create', { body, secret: { password } }),
    onSuccess: () => {
      for (const queryKey of [ownBetsKey, betsKey]) void queries.invalidateQueries({ queryKey });
      toast.success('Bet request created successfully!');
      void navigate(paths.ownBets);
    },
    onError: (refusal) => {
      toast.error('Error creating bet request.');
      if (refusal instanceof ApiError && outdatedBy.has(refusal.code))
        void queries.invalidateQueries({ queryKey: fixturesKey });
    },
  });
  const focus = (selector: string) => form.current?.querySelector<HTMLElement>(selector)?.focus();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each refusal
  useEffect(() => {
    if (error) focus('[aria-invalid="true"]');
  }, [error]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (fixture) mutate(bodyOf(fixture, fields));
    else focus('input[name="fixture"]');
  };
  const change = (part: Partial<NewBet>) => setFields((before) => ({ ...before, ...part }));
  return { form, fields, change, errors: errorsOf(error, terms), isBusy: isPending, submit };
}

interface CreateBarProps {
  stake: number | undefined;
  feePercent: number;
  isBusy: boolean;
  disabled: boolean;
}

/** At the bottom of a phone's screen: what can be won, and the button. */
function CreateBar({ stake, feePercent, isBusy, disabled }: CreateBarProps) {
  return (
    <div className="sticky bottom-0 border-t border-line bg-surface px-4 pt-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))] lg:static lg:border-0 lg:bg-transparent lg:px-0 lg:pb-12">
      <div className="mx-auto w-full max-w-[1120px] lg:px-10">
        <div className="grid gap-2.5 lg:max-w-[420px]">
          <p className="flex flex-wrap items-center justify-between gap-x-3">
            <span className="text-sm text-ink-2">
              If you win, both stakes{feePercent > 0 ? ` less ${feePercent}%` : ''}
            </span>
            <span aria-live="polite" className="text-ctl font-semibold">
              {stake ? <Coins amount={prizeOf(stake, feePercent)} /> : '–'}
            </span>
          </p>
          <Submit look="coin" size="lg" busy={isBusy} disabled={disabled}>
            Create bet
            {stake ? (
              <>
                <CoinOnGold className="size-5" />
                {formatNumber(stake)}
                <span className="sr-only"> {coinWord(stake)}</span>
              </>
            ) : null}
          </Submit>
        </div>
      </div>
    </div>
  );
}

/** Refusals after which the matches must be read again. */
const outdatedBy: ReadonlySet<string> = new Set(['NO_FIXTURE', 'TEAM_NOT_FOUND']);

const stakeHint = (stake: number | undefined, { stake_min, stake_max }: BetTerms): string =>
  stake
    ? `${formatNaira(stake * BIDDING_NAIRA_PER_COIN)}, at ₦${BIDDING_NAIRA_PER_COIN} a coin`
    : `${formatNumber(stake_min)} to ${inCoins(stake_max)}`;

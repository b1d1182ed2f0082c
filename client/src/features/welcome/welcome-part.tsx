import { coinsAre, formatNumber, inCoins } from '@copup/shared/coins.ts';
import { paths } from '@copup/shared/page-paths.ts';
import type { FirstSteps } from '@copup/shared/welcome.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Check, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { claimWelcome, useFirstSteps } from '../../first-steps/use-first-steps.ts';
import { ApiError, messageOf } from '../../lib/api-error.ts';
import { call } from '../../lib/calls.ts';
import { changeRead } from '../../lib/change-read.ts';
import { useSignedInUser } from '../../lib/session.ts';
import { useConnection } from '../../realtime/index.ts';
import { CoinOnGold } from '../../ui/art/coin.tsx';
import { CoinCharacter } from '../../ui/art/coin-character.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { toast } from '../../ui/toast.ts';

/** What a new player sees above everything on the wallet's home: the welcome coins, then the first steps. */
export function Part() {
  const { id } = useSignedInUser();
  const steps = useFirstSteps();
  const queries = useQueryClient();
  if (!steps) return null;
  const change = (to: (before: FirstSteps) => FirstSteps) =>
    changeRead<FirstSteps>(queries, ['first-steps', id], to);
  return (
    <>
      {steps.welcome.state === 'open' ? (
        <Gift
          welcome={steps.welcome}
          onClaimed={() => {
            change((before) => ({ ...before, welcome: { ...before.welcome, state: 'claimed' } }));
            void queries.invalidateQueries({ queryKey: ['first-steps', id] });
          }}
          onGone={() => change((before) => ({ ...before, welcome: { ...before.welcome, state: 'none' } }))}
        />
      ) : null}
      {steps.is_open ? (
        <StepsCard steps={steps} onDismissed={() => change((before) => ({ ...before, is_open: false }))} />
      ) : null}
    </>
  );
}

interface GiftProps {
  welcome: FirstSteps['welcome'];
  onClaimed: () => void;
  /** Called when the coins cannot be claimed any more. */
  onGone: () => void;
}

/** X15: the welcome coins, which the player claims once. */
function Gift({ welcome: { coins, available }, onClaimed, onGone }: GiftProps) {
  const { full_name } = useSignedInUser();
  const isOffline = useConnection() === 'offline';
  const claiming = useMutation({
    mutationFn: claimWelcome,
    onSuccess: (reply) => {
      toast.success(reply.message);
      onClaimed();
    },
    onError: (error) => {
      toast.error(messageOf(error, 'Your welcome coins could not be claimed.'));
      if (!(error instanceof ApiError)) return;
      if (error.code === 'ALREADY_WELCOMED') onClaimed();
      if (error.code === 'WELCOMED_BEFORE' || error.code === 'NO_WELCOME_COINS') onGone();
    },
  });
  const name = full_name.split(' ')[0];
  const all = coins + available;
  return (
    <section
      aria-label="Welcome coins"
      className="stage adire relative overflow-hidden rounded-[24px] p-4.5 [--moon-at:right_-70px_top_-60px] lg:min-h-56 lg:p-7"
    >
      <CoinCharacter className="absolute -top-1 -right-2.5 h-44 w-41 lg:top-auto lg:right-12 lg:-bottom-1 lg:h-54 lg:w-50" />
      <div className="relative grid content-start gap-1.5 lg:max-w-[36rem]">
        <p className="max-w-[60%] truncate text-sm font-semibold text-on-stage-2">Welcome, {name}</p>
        <h2 className="max-w-[62%] font-display text-[2rem] leading-none tracking-[-0.035em] text-balance lg:max-w-none lg:text-[2.75rem]">
          {coinsAre(all)} yours
        </h2>
        <p className="max-w-[62%] text-[0.9375rem] leading-snug text-on-stage-2 lg:max-w-none lg:text-base">
          A gift to start with. No card, no payment.{' '}
          {available > 0
            ? `${formatNumber(available)} to bid with, ${formatNumber(coins)} for entries, games and tickets.`
            : 'The coins pay for entries, games and tickets.'}
        </p>
        <Button
          look="coin"
          size="lg"
          busy={claiming.isPending}
          busyText="Claiming..."
          disabled={isOffline}
          onClick={() => claiming.mutate()}
          className="mt-3 w-full lg:w-70"
        >
          <span>Claim</span>
          <CoinOnGold className="size-6" />
          <span>{inCoins(all)}</span>
        </Button>
      </div>
    </section>
  );
}

interface Step {
  name: string;
  text: string;
  isDone: boolean;
  /** Where the step is taken; null where the page has its button. */
  to: string | null;
}

/** Without coins that can be bid, the steps lead to what bonus coins pay (L6). */
function stepsOf({ welcome, can_bid, has_auction, has_ticket, has_game }: FirstSteps): Step[] {
  const claim: Step = {
    name: `Claim your ${inCoins(welcome.coins + welcome.available)}`,
    text: 'They land in your wallet at once.',
    isDone: welcome.state === 'claimed',
    to: null,
  };
  const auction: Step = {
    name: 'Join your first auction',
    text: 'Outbid? Your coins come back at once.',
    isDone: has_auction,
    to: paths.auctions,
  };
  const ticket: Step = {
    name: 'Buy your first heist ticket',
    text: 'Bonus coins pay for it. Bids need bought coins.',
    isDone: has_ticket,
    to: paths.heists,
  };
  return [
    ...(welcome.state === 'none' ? [] : [claim]),
    can_bid || has_auction ? auction : ticket,
    {
      name: 'Play your first game',
      text: 'Tap, cards or math, against other players.',
      isDone: has_game,
      to: paths.games,
    },
  ];
}

/** The first steps of a new player, ticked once done. Closing the card removes it for good. */
function StepsCard({ steps, onDismissed }: { steps: FirstSteps; onDismissed: () => void }) {
  const listed = stepsOf(steps);
  const current = listed.findIndex(({ isDone }) => !isDone);
  const dismissing = useMutation({
    mutationFn: () => call('POST /user/first-steps/dismiss'),
    onSuccess: onDismissed,
    onError: (error) => toast.error(messageOf(error, 'Please try again.')),
  });
  return (
    <section aria-label="First steps" className="rounded-[24px] bg-surface p-4 shadow-2">
      <div className="flex items-center justify-between gap-2">
        <h2 className="text-ctl lg:text-[1.125rem]">Your first win, in {wordOf(listed.length)} steps</h2>
        <IconButton
          label="Close the first steps"
          className="-my-2 -mr-2 text-ink-3"
          aria-disabled={dismissing.isPending || undefined}
          onClick={() => {
            if (!dismissing.isPending) dismissing.mutate();
          }}
        >
          <X size={20} aria-hidden />
        </IconButton>
      </div>
      <ol className="grid grid-cols-[minmax(0,1fr)] lg:grid-cols-3 lg:gap-4">
        {listed.map((step, nth) => (
          <li
            key={step.name}
            className="relative before:absolute before:-top-3.5 before:left-4.25 before:h-7 before:border-l-2 before:border-dashed before:border-line first:before:hidden lg:before:hidden"
          >
            <StepLink to={step.isDone ? null : step.to}>
              <Mark step={step} nth={nth} isCurrent={nth === current} />
              <span className="min-w-0">
                <span className="block leading-tight font-semibold">
                  {step.name}
                  {step.isDone ? <span className="sr-only">, done</span> : null}
                </span>
                <span className="block text-sm leading-tight text-ink-2">{step.text}</span>
              </span>
            </StepLink>
          </li>
        ))}
      </ol>
    </section>
  );
}

function StepLink({ to, children }: { to: string | null; children: ReactNode }) {
  const look = 'grid min-h-15 grid-cols-[36px_minmax(0,1fr)] items-center gap-3 py-2.5 lg:items-start';
  return to === null ? (
    <span className={look}>{children}</span>
  ) : (
    <Link to={to} className={look}>
      {children}
    </Link>
  );
}

function Mark({ step, nth, isCurrent }: { step: Step; nth: number; isCurrent: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'relative z-1 grid size-9 place-items-center rounded-full font-display leading-none font-bold',
        step.isDone ? 'bg-ok text-surface' : isCurrent ? 'bg-ink text-on-ink' : 'bg-sunken text-ink-2',
      )}
    >
      {step.isDone ? <Check size={18} aria-hidden /> : nth + 1}
    </span>
  );
}

const wordOf = (count: number) => (count === 2 ? 'two' : 'three');

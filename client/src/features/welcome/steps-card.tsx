import { inCoins } from '@copup/shared/coins.ts';
import { paths } from '@copup/shared/page-paths.ts';
import type { FirstSteps } from '@copup/shared/welcome.ts';
import { useMutation } from '@tanstack/react-query';
import { Check, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { messageOf } from '../../lib/api-error.ts';
import { IconButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { toast } from '../../ui/toast.ts';
import { dismissFirstSteps } from './api.ts';

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
export function StepsCard({ steps, onDismissed }: { steps: FirstSteps; onDismissed: () => void }) {
  const listed = stepsOf(steps);
  const current = listed.findIndex(({ isDone }) => !isDone);
  const dismissing = useMutation({
    mutationFn: dismissFirstSteps,
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

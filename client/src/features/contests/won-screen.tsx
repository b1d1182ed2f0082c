import {
  BIDDING_NAIRA_PER_COIN,
  formatNaira,
  formatNumber,
  inCoins,
  PAYOUT_NAIRA_PER_COIN,
} from '@copup/shared/coins.ts';
import type { ContestKind } from '@copup/shared/contests.ts';
import { paths } from '@copup/shared/page-paths.ts';
import { type ReactNode, useEffect, useRef } from 'react';
import { vibrate } from '../../lib/haptics.ts';
import { BeadRing } from '../../ui/art/bead-ring.tsx';
import { CoinCharacter } from '../../ui/art/coin-character.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Coins } from '../../ui/money.tsx';
import { ShareButton } from '../../ui/share-button.tsx';
import { kinds } from './kinds.ts';
import { NextContest } from './next-contest.tsx';
import type { LiveContest } from './use-contest.ts';

interface WonScreenProps<Kind extends ContestKind> {
  kind: Kind;
  live: LiveContest<Kind>;
  /** Below the facts: the draws of a card game. */
  children?: ReactNode;
}

/** From this prize on the headline is smaller, so that it fits a narrow phone. */
const longPrize = 1_000_000;

/** The winner's screen, in the place of the play. */
export function WonScreen<Kind extends ContestKind>({ kind, live, children }: WonScreenProps<Kind>) {
  const { contest, state, standing } = live;
  const texts = kinds[kind];
  const headline = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    headline.current?.focus({ preventScroll: true });
    scrollTo(0, 0);
    vibrate([40, 60, 120]);
  }, []);
  return (
    <section
      aria-label={texts.ended}
      className="stage adire flex min-h-dvh flex-col overflow-hidden px-5 pb-6 [--moon-at:center_12%] [--moon-size:620px_620px] lg:px-14 lg:pb-10 lg:[--moon-at:left_-40px_center] lg:[--moon-size:760px_760px]"
    >
      <header className="flex min-h-15 items-center justify-between gap-3 pt-2 lg:pt-5">
        <h1 className="font-sans text-lg font-semibold text-on-stage-2">{texts.ended}</h1>
        <ShareButton
          text={`I won ${inCoins(contest.prize)} in ${contest.title} on Copup.`}
          path={texts.lobby}
        />
      </header>
      <div className="grid flex-1 grid-cols-[minmax(0,1fr)] content-start lg:grid-cols-2 lg:content-center lg:items-center lg:gap-10">
        <div className="relative mx-auto grid size-[min(76vw,36dvh,20rem)] place-items-center lg:aspect-square lg:size-auto lg:w-full lg:max-w-132">
          <BeadRing className="absolute inset-0 animate-burst" />
          <span className="grid size-[68%] place-items-center rounded-full border-10 border-coin bg-[#edf0fc] shadow-[0_5px_0_#a86200] lg:border-14">
            <CoinCharacter className="w-[76%]" />
          </span>
        </div>
        <div className="min-w-0 max-lg:text-center">
          <p className="mt-3 font-semibold wrap-anywhere text-on-stage-2">{contest.title}</p>
          <h2
            ref={headline}
            tabIndex={-1}
            className={`mt-1 flex flex-wrap items-center gap-x-[0.25em] leading-tight font-bold tracking-tighter outline-none max-lg:justify-center ${contest.prize >= longPrize ? 'text-[min(2.25rem,8vw)]' : 'text-[min(2.75rem,11vw)] lg:text-[4rem] lg:leading-none'}`}
          >
            You won <Coins amount={contest.prize} className="text-coin" />
          </h2>
          <p className="mt-1.5 text-lg font-semibold">
            {formatNumber(standing.score)} {texts.unit}, 1st of {formatNumber(state.players)}
          </p>
          {live.isSettled ? (
            <Facts available={contest.won_available ?? 0} bonus={contest.won_bonus ?? 0} />
          ) : (
            <p role="status" className="mt-4 text-on-stage-2">
              Reading your result…
            </p>
          )}
          {children ? (
            <div className="mt-4 rounded-[18px] bg-surface p-4 text-left text-ink [&>ul:first-child]:mt-0">
              {children}
            </div>
          ) : null}
          <NextContest kind={kind} id={contest.id} isOnStage />
          <div className="mt-6 grid grid-cols-[repeat(auto-fit,minmax(min(10.5rem,100%),1fr))] gap-2.5">
            <ButtonLink look="ink" to={texts.lobby} className="bg-white! px-2! text-[#0f1530]!">
              {texts.all}
            </ButtonLink>
            <ButtonLink look="line" to={paths.dashboard} className="px-2!">
              Return to Dashboard
            </ButtonLink>
          </div>
        </div>
      </div>
    </section>
  );
}

/** What was added to the wallet (X7), and what it is worth. */
function Facts({ available, bonus }: { available: number; bonus: number }) {
  const worth = [
    ['When you bid', available * BIDDING_NAIRA_PER_COIN],
    ['When you cash out', available * PAYOUT_NAIRA_PER_COIN],
  ] as const;
  return (
    <dl className="mt-4 grid grid-cols-2 gap-px overflow-hidden rounded-[18px] bg-white/20 text-left">
      <div className="col-span-full bg-stage-deep px-3.5 py-3">
        <dt className="text-sm text-on-stage-2">Added to your wallet</dt>
        <dd className="flex flex-wrap items-center gap-x-1.5">
          <Coins amount={available} className="font-bold" />
          {bonus > 0 ? (
            <span className="text-on-stage-2">and {formatNumber(bonus)} bonus for fees and tickets</span>
          ) : null}
        </dd>
      </div>
      {worth.map(([name, naira]) => (
        <div key={name} className="bg-stage-deep px-3.5 py-3">
          <dt className="text-sm text-on-stage-2">{name}</dt>
          <dd className="font-bold wrap-anywhere">{formatNaira(naira)}</dd>
        </div>
      ))}
    </dl>
  );
}

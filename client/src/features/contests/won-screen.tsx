import {
  BIDDING_NAIRA_PER_COIN,
  formatNaira,
  formatNumber,
  inCoins,
  PAYOUT_NAIRA_PER_COIN,
} from '@copup/shared/coins.ts';
import type { ContestKind } from '@copup/shared/contests.ts';
import { paths } from '@copup/shared/page-paths.ts';
import type { ReactNode } from 'react';
import { CoinCharacter } from '../../ui/art/coin-character.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Coins } from '../../ui/money.tsx';
import { WonFrame } from '../../ui/won-frame.tsx';
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
  const size =
    contest.prize >= longPrize
      ? 'text-[min(2.25rem,8vw)]'
      : 'text-[min(2.75rem,11vw)] lg:text-[4rem] lg:leading-none';
  return (
    <WonFrame
      title={texts.ended}
      share={{ text: `I won ${inCoins(contest.prize)} in ${contest.title} on Copup.`, path: texts.lobby }}
      picture={
        <span className="grid size-[68%] place-items-center rounded-full border-10 border-coin bg-[#edf0fc] shadow-[0_5px_0_#a86200] lg:border-14">
          <CoinCharacter className="w-[76%]" />
        </span>
      }
      name={contest.title}
      headlineClassName={`flex flex-wrap items-center gap-x-[0.25em] max-lg:justify-center ${size}`}
      headline={
        <>
          You won <Coins amount={contest.prize} className="text-coin" />
        </>
      }
      actions={
        <>
          <ButtonLink look="white" to={texts.lobby} className="px-2!">
            {texts.all}
          </ButtonLink>
          <ButtonLink look="line" to={paths.dashboard} className="px-2!">
            Return to Dashboard
          </ButtonLink>
        </>
      }
    >
      <p className="mt-1.5 text-lg font-semibold">
        {formatNumber(standing.score)} {texts.unit}, 1st of {formatNumber(state.players)}
      </p>
      {live.isSettled ? (
        <Added available={contest.won_available ?? 0} bonus={contest.won_bonus ?? 0} />
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
    </WonFrame>
  );
}

/** What was added to the wallet (X7), and what it is worth. */
function Added({ available, bonus }: { available: number; bonus: number }) {
  const extra = bonus > 0 ? `and ${formatNumber(bonus)} bonus for fees and tickets` : '';
  const added = (
    <span className="flex flex-wrap items-center gap-x-1.5">
      <Coins amount={available} />
      <span className="font-normal text-on-stage-2">{extra}</span>
    </span>
  );
  return (
    <div className="mt-4">
      <Facts
        isOnStage
        facts={[
          { name: 'Added to your wallet', value: added, isWide: true },
          { name: 'When you bid', value: formatNaira(available * BIDDING_NAIRA_PER_COIN) },
          { name: 'When you cash out', value: formatNaira(available * PAYOUT_NAIRA_PER_COIN) },
        ]}
      />
    </div>
  );
}

import { BIDDING_NAIRA_PER_COIN, formatNaira, PAYOUT_NAIRA_PER_COIN } from '@copup/shared/coins.ts';
import type { ReactNode } from 'react';
import { CoinOnGold } from '../../ui/art/coin.tsx';
import { CoinCharacter } from '../../ui/art/coin-character.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { SampleCard } from './sample-card.tsx';
import { Snow } from './snow.tsx';

interface HeroProps {
  /** The row above, with mark and menu. */
  header: ReactNode;
  /** Target of "Buy coin". */
  buyPath: string;
}

export function Hero({ header, buyPath }: HeroProps) {
  return (
    <div className="stage adire overflow-hidden pb-10 [--moon-at:right_-150px_top_300px] [--moon-size:520px_520px] lg:grid lg:min-h-[664px] lg:grid-cols-[1.1fr_1fr] lg:grid-rows-[auto_1fr] lg:px-[max(40px,calc(50vw-580px))] lg:pb-0 lg:[--moon-at:right_-44px_top_134px] lg:[--moon-size:760px_760px]">
      <Snow />
      {header}
      <div
        id="content"
        tabIndex={-1}
        className="relative z-2 px-5 pt-5 outline-none lg:self-center lg:px-0 lg:pb-18"
      >
        <h1 className="text-[clamp(2.875rem,13.4vw,5.75rem)] leading-[0.94] tracking-[-0.045em] lg:text-[6.25rem]">
          Put your coins in play.
        </h1>
        <p className="mt-4 mb-5.5 max-w-[46ch] leading-[1.45] text-pretty text-on-stage-2 lg:text-lg">
          Copup coin is a utility and governance coin that rewards activity in its ecosystem. Bid in live
          auctions, play games, crack heists, and cash out to your bank.
        </p>
        <ButtonLink look="coin" size="lg" to={buyPath}>
          <CoinOnGold className="size-6.5" />
          Buy coin
        </ButtonLink>
        <p className="mt-4.5 flex flex-wrap gap-x-5 text-sm text-on-stage-2">
          <span>
            Bid at <b className="text-white">{formatNaira(BIDDING_NAIRA_PER_COIN)}</b> a coin
          </span>
          <span>
            Cash out at <b className="text-white">{formatNaira(PAYOUT_NAIRA_PER_COIN)}</b> a coin
          </span>
        </p>
      </div>
      <CoinCharacter className="relative z-1 mx-auto -mt-1.5 -mb-14.5 w-[290px] lg:mt-7.5 lg:-mb-10 lg:w-[430px] lg:self-end" />
      <SampleCard />
    </div>
  );
}

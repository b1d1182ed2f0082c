import { BIDDING_NAIRA_PER_COIN, formatNaira, PAYOUT_NAIRA_PER_COIN } from '@copup/shared/coins.ts';
import type { ReactNode } from 'react';
import { CoinOnGold } from '../../ui/art/coin.tsx';
import { CoinCharacter } from '../../ui/art/coin-character.tsx';
import { PhoneArt } from '../../ui/art/items/phone.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Coins } from '../../ui/money.tsx';
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

/** A static sample of a live auction, because visitors' pages send no API calls. */
function SampleCard() {
  return (
    <figure className="absolute inset-x-4 bottom-3.5 z-4 flex items-center gap-3 rounded-lg bg-white py-2.5 pr-3 pl-2.5 text-[#0f1530] shadow-[0_18px_40px_-12px_rgb(3_6_30/0.6)] lg:inset-x-auto lg:right-[max(40px,calc(50vw-580px))] lg:bottom-9 lg:mr-15 lg:w-[400px] lg:py-3.5 lg:pr-4.5 lg:pl-3.5">
      <span className="relative size-15 shrink-0">
        <svg viewBox="0 0 120 120" aria-hidden="true" className="absolute inset-0 size-full">
          <circle cx="60" cy="60" r="46.5" fill="none" stroke="#e6e9fb" strokeWidth="11" />
          <circle
            cx="60"
            cy="60"
            r="46.5"
            fill="none"
            stroke="#ffb01f"
            strokeWidth="11"
            strokeLinecap="round"
            strokeDasharray="204.5 292.2"
            transform="rotate(-90 60 60)"
          />
        </svg>
        <PhoneArt className="absolute inset-3.5 size-8" />
      </span>
      <figcaption className="min-w-0 flex-1">
        <span className="block truncate font-semibold">iPhone 15 Pro Max 256GB</span>
        <span className="text-sm text-[#474c66]">
          <span className="sr-only">An example of a live auction: </span>42 seconds left
        </span>
      </figcaption>
      <span className="text-right">
        <Coins amount={14_820} className="text-money-sm" />
        <span className="mt-1 block text-xs text-[#474c66]">₦1,482,000</span>
      </span>
    </figure>
  );
}

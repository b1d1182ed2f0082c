import { formatNumber } from '@copup/shared/coins.ts';
import type { HeistResult } from '@copup/shared/heists.ts';
import { isolate } from '@copup/shared/isolate.ts';
import { paths } from '@copup/shared/page-paths.ts';
import { useQueryClient } from '@tanstack/react-query';
import { ShoppingCart } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { formatClock } from '../../lib/format-time.ts';
import { vibrate } from '../../lib/haptics.ts';
import { BeadRing } from '../../ui/art/bead-ring.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { ItemPicture } from '../../ui/item-picture.tsx';
import { Coins } from '../../ui/money.tsx';
import { ShareButton } from '../../ui/share-button.tsx';
import { Facts } from './facts.tsx';
import { prizeOf } from './live-heist.ts';
import { ProofRow } from './proof-row.tsx';
import { sentAtKey } from './use-ticket.ts';

const white = 'bg-white! px-2! text-[#0f1530]!';

/** The winner's screen, in the place of the vault. */
export function WonScreen({ result }: { result: HeistResult }) {
  const { heist, own_answer: own } = result;
  const sentAt = useQueryClient().getQueryData<string>(sentAtKey(heist.id));
  const isCash = heist.category === 'cash';
  const headline = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    headline.current?.focus({ preventScroll: true });
    scrollTo(0, 0);
    vibrate([40, 60, 120]);
  }, []);
  return (
    <section
      aria-label="Heist completed"
      className="stage adire flex min-h-dvh flex-col overflow-hidden px-5 pb-6 [--moon-at:center_12%] [--moon-size:620px_620px] lg:px-14 lg:pb-10 lg:[--moon-at:left_-40px_center] lg:[--moon-size:760px_760px]"
    >
      <header className="flex min-h-15 items-center justify-between gap-3 pt-2 lg:pt-5">
        <h1 className="font-sans text-lg font-semibold text-on-stage-2">Heist completed</h1>
        <ShareButton
          text={`I cracked ${isolate(heist.name)} on Copup and won ${isolate(heist.prize_name)}.`}
          path={paths.heists}
        />
      </header>
      <div className="grid flex-1 grid-cols-[minmax(0,1fr)] content-start lg:grid-cols-2 lg:content-center lg:items-center lg:gap-10">
        <div className="relative mx-auto grid size-[min(76vw,36dvh,20rem)] place-items-center lg:aspect-square lg:size-auto lg:w-full lg:max-w-132">
          <BeadRing className="absolute inset-0 animate-burst" />
          <ItemPicture
            item={prizeOf(heist)}
            sizes="(min-width: 1024px) 360px, 52vw"
            isEager
            isRound
            className="size-[68%] border-10 border-coin shadow-[0_5px_0_#a86200] lg:border-14"
          />
        </div>
        <div className="min-w-0 max-lg:text-center">
          <p className="mt-3 font-semibold wrap-anywhere text-on-stage-2">{heist.name}</p>
          <h2
            ref={headline}
            tabIndex={-1}
            className="mt-1 mb-4 text-[min(2.75rem,11vw)] leading-tight font-bold tracking-tighter outline-none lg:text-[4rem] lg:leading-none"
          >
            You cracked it
          </h2>
          <Facts
            isOnStage
            facts={[
              {
                name: 'Prize',
                value: isCash ? <CashPrize result={result} /> : heist.prize_name,
                isWide: true,
              },
              { name: 'Answer', value: heist.answer },
              {
                name: 'Your answer',
                value: [own ?? '–', sentAt && formatClock(Date.parse(sentAt))].filter(Boolean).join(', '),
              },
            ]}
          />
          <div className="mt-3">
            <ProofRow id={heist.id} isOnStage />
          </div>
          <div className="mt-6 grid grid-cols-[repeat(auto-fit,minmax(min(10.5rem,100%),1fr))] gap-2.5">
            {isCash ? (
              <ButtonLink look="ink" to={paths.heists} className={white}>
                All heists
              </ButtonLink>
            ) : (
              <ButtonLink look="ink" to={paths.heistCart} className={white}>
                <ShoppingCart size={22} aria-hidden />
                Go to cart
              </ButtonLink>
            )}
            <ButtonLink look="line" to={paths.dashboard} className="px-2!">
              Return to Dashboard
            </ButtonLink>
          </div>
        </div>
      </div>
    </section>
  );
}

/** X7: a part of the prize is bonus. */
function CashPrize({ result }: { result: HeistResult }) {
  const available = result.won_available ?? 0;
  const bonus = result.won_bonus ?? 0;
  return (
    <>
      <Coins amount={available + bonus} className="text-coin" />{' '}
      <span className="text-sm font-normal text-on-stage-2">
        {bonus > 0
          ? `${formatNumber(available)} to spend on anything and ${formatNumber(bonus)} bonus for fees and tickets`
          : 'added to your wallet'}
      </span>
    </>
  );
}

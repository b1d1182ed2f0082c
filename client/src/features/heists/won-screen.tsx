import { formatNumber } from '@copup/shared/coins.ts';
import type { HeistResult } from '@copup/shared/heists.ts';
import { isolate } from '@copup/shared/isolate.ts';
import { paths } from '@copup/shared/page-paths.ts';
import { useQueryClient } from '@tanstack/react-query';
import { ShoppingCart } from 'lucide-react';
import { formatClock } from '../../lib/format-time.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { ItemPicture } from '../../ui/item-picture.tsx';
import { Coins } from '../../ui/money.tsx';
import { WonFrame } from '../../ui/won-frame.tsx';
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
  const ownAnswer = [own ?? '–', sentAt && formatClock(Date.parse(sentAt))].filter(Boolean).join(', ');
  const prize = isCash ? <CashPrize result={result} /> : heist.prize_name;
  return (
    <WonFrame
      title="Heist completed"
      share={{
        text: `I cracked ${isolate(heist.name)} on Copup and won ${isolate(heist.prize_name)}.`,
        path: paths.heists,
      }}
      picture={
        <ItemPicture
          item={prizeOf(heist)}
          sizes="(min-width: 1024px) 360px, 52vw"
          isEager
          isRound
          className="size-[68%] border-10 border-coin shadow-[0_5px_0_#a86200] lg:border-14"
        />
      }
      name={heist.name}
      headlineClassName="mb-4 text-[min(2.75rem,11vw)] lg:text-[4rem] lg:leading-none"
      headline="You cracked it"
      actions={
        <>
          <ButtonLink to={isCash ? paths.heists : paths.heistCart} className={white}>
            {isCash ? null : <ShoppingCart size={22} aria-hidden />}
            {isCash ? 'All heists' : 'Go to cart'}
          </ButtonLink>
          <ButtonLink look="line" to={paths.dashboard} className="px-2!">
            Return to Dashboard
          </ButtonLink>
        </>
      }
    >
      <Facts
        isOnStage
        facts={[
          { name: 'Prize', value: prize, isWide: true },
          { name: 'Answer', value: heist.answer },
          { name: 'Your answer', value: ownAnswer },
        ]}
      />
      <div className="mt-3">
        <ProofRow id={heist.id} isOnStage />
      </div>
    </WonFrame>
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

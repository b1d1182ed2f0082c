import { formatNumber } from '@copup/shared/coins.ts';
import type { HeistResult } from '@copup/shared/heists.ts';
import { isolate } from '@copup/shared/isolate.ts';
import { paths } from '@copup/shared/page-paths.ts';
import { ShoppingCart } from 'lucide-react';
import { formatClock } from '../../lib/format-time.ts';
import { OpenVault } from '../../ui/art/open-vault.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Coins } from '../../ui/money.tsx';
import { WonFrame } from '../../ui/won-frame.tsx';
import { ProofRow } from './proof-row.tsx';

interface WonScreenProps {
  result: HeistResult;
  /** The time of the own answer. */
  answeredAt: string | null;
}

/** The winner's screen, in the place of the vault. */
export function WonScreen({ result, answeredAt }: WonScreenProps) {
  const { heist, own_answer: own } = result;
  const isCash = heist.category === 'cash';
  const ownAnswer = [own ?? '–', answeredAt && formatClock(Date.parse(answeredAt))]
    .filter(Boolean)
    .join(', ');
  const prize = isCash ? <CashPrize result={result} /> : heist.prize_name;
  return (
    <WonFrame
      title="Heist completed"
      share={{
        text: `I cracked ${isolate(heist.name)} on Copup and won ${isolate(heist.prize_name)}.`,
        path: paths.heists,
      }}
      picture={
        <OpenVault
          name={heist.prize_name}
          category={heist.category}
          image={heist.prize_image}
          className="w-[80%]"
        />
      }
      name={heist.name}
      headlineClassName="mb-4 text-[min(2.75rem,11vw)] lg:text-[4rem] lg:leading-none"
      headline="You cracked it"
      actions={
        <>
          <ButtonLink to={isCash ? paths.heists : paths.heistCart} look="white" className="px-2!">
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

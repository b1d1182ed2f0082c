import { BIDDING_NAIRA_PER_COIN, coinWord, formatNaira, formatNumber, inCoins } from '@copup/shared/coins.ts';
import { paths, pathTo } from '@copup/shared/page-paths.ts';
import { SPIN_ID } from '@copup/shared/spin-proof.ts';
import { Check, Minus, ShieldCheck, Wallet } from 'lucide-react';
import { balanceOf, useBalance } from '../../balance/use-balance.ts';
import { closeTopCard } from '../../lib/top-card.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { WonFrame } from '../../ui/won-frame.tsx';

/** What the wheel brought, above the pages until the player closes it. */
export function SpinCard({ coins }: { coins: number }) {
  return coins === 0 ? <NothingWon /> : <Won coins={coins} />;
}

const once = 'You can spin only once. This was yours.';

function NothingWon() {
  return (
    <Modal title="No coins this time." onClose={closeTopCard}>
      <div className="grid gap-3.5">
        <p className="-mt-2 text-ink-2">{once}</p>
        <CheckLink />
      </div>
    </Modal>
  );
}

const CheckLink = () => (
  <ButtonLink look="line" to={pathTo(paths.proof, 'spin', SPIN_ID)} onClick={closeTopCard}>
    <ShieldCheck size={20} aria-hidden />
    Check your spin
  </ButtonLink>
);

function Won({ coins }: { coins: number }) {
  const balance = useBalance();
  const won = inCoins(coins);
  const facts = [
    { Icon: Check, text: 'They pay entries, contests and tickets, and are used first', look: 'text-win' },
    { Icon: Minus, text: 'They can’t be bid, sent or cashed out', look: 'text-on-stage-2' },
    ...(balance
      ? [
          {
            Icon: Wallet,
            text: `Your wallet: ${inCoins(balanceOf(balance))}, ${formatNumber(balance.bonus)} of them bonus`,
            look: 'text-on-stage-2',
          },
        ]
      : []),
  ];
  return (
    <Modal title={`You won ${won}`} onClose={closeTopCard} asStage>
      {(leave) => (
        <WonFrame
          title="Spin"
          share={{ text: `I won ${won} with one spin on Copup.`, path: paths.spin }}
          onClose={leave}
          picture={
            <span className="grid size-[68%] place-content-center rounded-full border-10 border-coin bg-[#ffe1a3] text-center font-display font-bold text-on-coin shadow-[0_5px_0_#a86200] lg:border-14">
              <span className="text-[min(6rem,12dvh)] leading-none lg:text-[10rem]">{coins}</span>
              {coinWord(coins)}
            </span>
          }
          headlineClassName="text-[min(2.75rem,11vw)] lg:text-[4rem] lg:leading-none"
          headline={
            <>
              You won <span className="text-coin">{won}</span>
            </>
          }
          actions={
            <>
              <ButtonLink look="white" to={paths.auctions} onClick={closeTopCard} className="px-2!">
                See what {won} can enter
              </ButtonLink>
              <CheckLink />
            </>
          }
        >
          <p className="mt-2 text-lg leading-snug font-semibold text-on-stage-2">
            Bonus coins, worth {formatNaira(coins * BIDDING_NAIRA_PER_COIN)} of entries and tickets
          </p>
          <ul className="mt-4 divide-y divide-white/20 overflow-hidden rounded-[18px] bg-stage-deep text-left">
            {facts.map(({ Icon, text, look }) => (
              <li key={text} className="flex items-center gap-3 px-3.5 py-3 leading-snug">
                <Icon size={22} aria-hidden className={`shrink-0 ${look}`} />
                {text}
              </li>
            ))}
          </ul>
          <p className="mt-4 text-sm text-on-stage-2">{once}</p>
        </WonFrame>
      )}
    </Modal>
  );
}

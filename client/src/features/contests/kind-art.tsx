import type { ContestKind } from '@copup/shared/contests.ts';
import { CardBack } from '../../ui/art/card-back.tsx';
import { CoinCharacter } from '../../ui/art/coin-character.tsx';
import { classNames } from '../../ui/class-names.ts';

/** The drawing of a kind of contest, on a stage. */
export function KindArt({ kind, className }: { kind: ContestKind; className?: string }) {
  return (
    <span aria-hidden="true" className={classNames('grid place-items-center overflow-hidden', className)}>
      {kind === 'tap' ? <CoinCharacter className="h-full" /> : kind === 'card' ? <Cards /> : <Sums />}
    </span>
  );
}

const back =
  'absolute top-[14%] grid h-[72%] w-[34%] place-items-center overflow-hidden rounded-[10px] border-3 border-[#f6f4ee] bg-[#2438a6]';

function Cards() {
  return (
    <span className="relative block aspect-[5/4] h-full">
      <span className={classNames(back, 'left-[4%] -rotate-15')}>
        <CardBack className="w-[150%] max-w-none" />
      </span>
      <span className={classNames(back, 'right-[4%] rotate-15')}>
        <CardBack className="w-[150%] max-w-none" />
      </span>
      <span className="absolute top-[6%] left-1/2 grid h-[80%] w-[38%] -translate-x-1/2 place-items-center rounded-[10px] border-3 border-coin bg-[#f6f4ee] font-display text-[2rem] font-bold text-on-coin">
        10
      </span>
    </span>
  );
}

const tile =
  'absolute grid size-[38%] place-items-center rounded-[12px] bg-[#f6f4ee] font-display text-[1.75rem] font-bold text-on-coin shadow-2';

function Sums() {
  return (
    <span className="relative block aspect-[5/4] h-full">
      <span className={classNames(tile, 'top-[12%] left-[4%] -rotate-6')}>7</span>
      <span className={classNames(tile, 'top-[12%] right-[4%] rotate-6')}>5</span>
      <span className="absolute top-[40%] left-1/2 grid size-[34%] -translate-x-1/2 place-items-center rounded-full bg-coin font-display text-[1.75rem] font-bold text-on-coin">
        +
      </span>
    </span>
  );
}

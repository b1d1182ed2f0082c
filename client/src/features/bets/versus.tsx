import type { Bet } from '@copup/shared/bets.ts';
import { Crest } from '../../ui/art/crest.tsx';
import { classNames } from '../../ui/class-names.ts';
import { ownSide } from './joining.ts';

type Shown = Pick<Bet, 'team_a' | 'team_b' | 'team_a_crest' | 'team_b_crest'>;

interface VersusProps {
  bet: Shown;
  /** The texts below the teams: who backs them. */
  backers: readonly [string, string];
}

/** The two teams of a bet, each with who backs it. */
export function Versus({ bet, backers }: VersusProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_36px_minmax(0,1fr)] items-center gap-2 rounded-md bg-canvas p-3">
      <TeamSide name={bet.team_a} crest={bet.team_a_crest} backer={backers[0]} />
      <VersusMark />
      <TeamSide name={bet.team_b} crest={bet.team_b_crest} backer={backers[1]} isSecond />
    </div>
  );
}

export function VersusMark() {
  return (
    <span className="grid size-9 place-items-center rounded-full bg-sunken text-xs font-bold text-ink-2">
      <span aria-hidden="true">VS</span>
      <span className="sr-only">against</span>
    </span>
  );
}

interface TeamSideProps {
  name: string;
  crest: string;
  backer: string;
  /** Whether its crest is at the right edge. */
  isSecond?: boolean;
}

function TeamSide({ name, crest, backer, isSecond = false }: TeamSideProps) {
  const isOwn = backer === 'You' || backer === ownSide;
  return (
    <div
      className={classNames(
        'flex min-w-0 flex-wrap items-center gap-2 text-sm leading-tight',
        isSecond && 'flex-row-reverse text-right',
      )}
    >
      <Crest crest={crest} className="h-9.5 w-8.5 shrink-0" />
      <span className="min-w-0 flex-[1_1_4.75rem]">
        <span className="block font-semibold wrap-anywhere">{name}</span>
        <span
          className={classNames(
            'block text-xs wrap-anywhere',
            isOwn ? 'font-semibold text-brand' : 'text-ink-2',
          )}
        >
          {backer}
        </span>
      </span>
    </div>
  );
}

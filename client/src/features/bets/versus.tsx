import type { Bet } from '@copup/shared/bets.ts';
import { Crest } from '../../ui/art/crest.tsx';
import { classNames } from '../../ui/class-names.ts';

type Shown = Pick<Bet, 'team_a' | 'team_b' | 'team_a_crest' | 'team_b_crest'>;

interface VersusProps {
  bet: Shown;
  /** The texts below the teams: who backs them. */
  backers: readonly [string, string];
  isSmall?: boolean;
}

/** The two teams of a bet, each with who backs it. */
export function Versus({ bet, backers, isSmall = false }: VersusProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_40px_minmax(0,1fr)] items-center gap-2 rounded-md bg-canvas p-3">
      <TeamSide name={bet.team_a} crest={bet.team_a_crest} backer={backers[0]} isSmall={isSmall} />
      <VersusMark />
      <TeamSide name={bet.team_b} crest={bet.team_b_crest} backer={backers[1]} isSmall={isSmall} />
    </div>
  );
}

export function VersusMark() {
  return (
    <span className="grid size-10 place-items-center rounded-full bg-ink text-xs font-bold text-on-ink">
      <span aria-hidden="true">VS</span>
      <span className="sr-only">against</span>
    </span>
  );
}

interface TeamSideProps {
  name: string;
  crest: string;
  backer: string;
  isSmall: boolean;
}

function TeamSide({ name, crest, backer, isSmall }: TeamSideProps) {
  return (
    <div className="grid min-w-0 justify-items-center gap-1 self-start text-center text-sm leading-tight">
      <Crest crest={crest} className={classNames('mb-0.5', isSmall ? 'h-9.5 w-8.5' : 'h-11.5 w-10.5')} />
      <span className="max-w-full font-semibold wrap-anywhere">{name}</span>
      <span className="max-w-full text-xs wrap-anywhere text-ink-2">{backer}</span>
    </div>
  );
}

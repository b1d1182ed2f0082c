import type { ContestKind } from '@copup/shared/contests.ts';
import { type ContestSubject, defineContestSubject } from './contests.subject.ts';
import type { Play } from './play.ts';
import { definePlays, type PlayDeps, type Plays } from './plays.ts';

/** Defines the plays of a server and contests as live subjects. */
export function defineContests(deps: PlayDeps): { plays: Plays; subject: ContestSubject } {
  const plays = definePlays(deps);
  const byKind: Record<ContestKind, Pick<Play, 'codec' | 'isSuspicious'>> = plays as never;
  const subject = defineContestSubject(({ kind, endDate }, stored) => {
    const { codec, isSuspicious } = byKind[kind];
    const state = stored === null || stored === undefined ? undefined : (codec?.decode(stored) ?? stored);
    return isSuspicious?.(state, endDate.getTime()) ?? false;
  });
  return { plays, subject };
}

import type { Deps } from '../../deps.ts';
import type { DefinedJobs } from '../../jobs/jobs.ts';
import type { DueDeps } from '../../subjects/due-subjects.ts';
import { subjectJobs } from '../../subjects/subject-jobs.ts';
import { auctionKind } from './auctions.subject.ts';
import { publishRoots } from './chain-roots.ts';
import { endingJobs } from './notify-ending.ts';
import { notifyOutbid } from './notify-outbid.ts';

/** Defines the jobs of auctions: those of live subjects, outbid notices (W6), notices before the end (A13) and
 * the daily roots (A7). */
export const auctionJobs = (deps: DueDeps & Pick<Deps, 'notices' | 'clock'>): DefinedJobs => {
  const ending = endingJobs(deps);
  const own = subjectJobs(deps, auctionKind, [
    { name: 'auctions-notify-outbid', everyMs: 1_000, run: () => notifyOutbid(deps) },
    { name: 'auctions-chain-roots', everyMs: 60_000, run: () => publishRoots(deps) },
    ...ending.sweeps,
  ]);
  return {
    ...own,
    scheduled: { ...own.scheduled, ...ending.scheduled },
    about: { ...own.about, ...ending.about },
  };
};

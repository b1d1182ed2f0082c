import type { Deps } from '../../deps.ts';
import type { DefinedJobs } from '../../jobs/jobs.ts';
import type { DueDeps } from '../../subjects/due-subjects.ts';
import { subjectJobs } from '../../subjects/subject-jobs.ts';
import { auctionKind } from './auctions.subject.ts';
import { publishRoots } from './chain-roots.ts';
import { notifyOutbid } from './notify-outbid.ts';

/** Defines the jobs of auctions: those of live subjects, outbid notices (W6) and the daily roots (A7). */
export const auctionJobs = (deps: DueDeps & Pick<Deps, 'notices'>): DefinedJobs =>
  subjectJobs(deps, auctionKind, [
    { name: 'auctions-notify-outbid', everyMs: 1_000, run: () => notifyOutbid(deps) },
    { name: 'auctions-chain-roots', everyMs: 60_000, run: () => publishRoots(deps) },
  ]);

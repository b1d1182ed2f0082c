import { fundDemoRewards } from '../../demo-content.ts';
import { renewDemo, timesOf } from '../../subjects/renew-demo.ts';
import { subsidyOf } from '../../subjects/subsidy.ts';
import type { ContestSubject } from './contests.subject.ts';
import { demoContests } from './demo-catalogue.ts';
import { createContest, type WriteDeps } from './write-contest.ts';

/** Creates a contest for each item of the catalogue that has none pending or active (X11). */
export const renewContests = (deps: WriteDeps, subject: ContestSubject): Promise<void> =>
  renewDemo(
    deps.db,
    subject,
    demoContests,
    ({ contest }) => contest.title,
    async (place, now) => {
      const { prize, entry_fee: entryFee, minimum_users: minimumUsers } = place.contest;
      await fundDemoRewards(deps, subsidyOf({ prize, entryFee, minimumUsers }));
      await createContest(deps, subject, { ...place.contest, ...timesOf(place, now) }, null);
    },
  );

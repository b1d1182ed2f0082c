import { timelineCalls } from '@copup/shared/calls/timeline.ts';
import type { Deps } from '../../deps.ts';
import type { AllFeatures, Feature } from '../../feature.ts';
import { routes } from '../../routes.ts';
import { readOpenHolds } from './open-holds.ts';
import { readTimeline } from './read-timeline.ts';

/** The signed-in user's own coins (W11, X2); no other user's wallet can be addressed. */
const timelineRoutes = ({ db }: Pick<Deps, 'db'>, all: Pick<AllFeatures, 'describeSubjects'>) => {
  const describeSubjects = (subjects: Parameters<AllFeatures['describeSubjects']>[0]) =>
    all.describeSubjects(subjects);

  return routes(timelineCalls, {
    'GET /user/timeline': async ({ viewer, query }) => {
      const { entries, next } = await readTimeline({ db, describeSubjects }, viewer.userId, query);
      return { items: entries.map(({ transfer_id: _, ...entry }) => entry), next };
    },

    'GET /user/holds': ({ viewer, query }) => readOpenHolds({ db, describeSubjects }, viewer.userId, query),
  });
};

export const timeline: Feature = {
  name: 'timeline',
  build: (deps, all) => ({ routes: [timelineRoutes(deps, all)] }),
};

export { ledgerBrowser } from './ledger-browser/index.ts';

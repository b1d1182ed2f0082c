import { itemTimelinesCalls } from '@copup/shared/calls/item-timelines.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import type { AllFeatures } from '../../feature.ts';
import { toConsequences } from '../../operators/consequences.ts';
import { readItemTimeline } from '../../operators/item-timeline.ts';
import { findApprovalReason } from '../../operators/operator-moves.ts';
import { routes } from '../../routes.ts';

/** Users have UUIDs, all other items whole numbers. */
export const isIdOf = (kind: string, id: string): boolean => (kind === 'user') === id.includes('-');

const needsSecond = { icon: 'warn', text: 'A second operator has to approve it first' } as const;

const noItem = (kind: string, id: string) =>
  new Refusal('NOT_FOUND', `There is no ${kind.replace('-', ' ')} ${id}.`);

/** /api/admin/timelines/{kind}/{id} and /api/admin/consequences/{action}/{id}. */
export const itemTimelinesRoutes = (
  deps: Pick<Deps, 'db' | 'settings'>,
  all: Pick<AllFeatures, 'describeSubjects' | 'outlooks' | 'timelines'>,
) =>
  routes(itemTimelinesCalls, {
    'GET /admin/timelines/:kind/:id': async ({ params: { kind, id }, query: { limit, before, source } }) => {
      const timeline = all.timelines[kind];
      const reader = { db: deps.db, describeSubjects: all.describeSubjects };
      const read =
        timeline && isIdOf(kind, id)
          ? await readItemTimeline(reader, timeline, id, { limit, before, source })
          : undefined;
      if (!read) throw noItem(kind, id);
      return read;
    },

    'GET /admin/consequences/:action/:id': async ({ params: { action, id }, viewer }) => {
      const [kind = ''] = action.split('.');
      const outlook = isIdOf(kind, id) ? await all.outlooks[action]?.(deps.db, id) : undefined;
      if (!outlook) throw noItem(kind, id);
      const { counts } = outlook;
      const move = counts && { ...counts, operatorId: viewer.userId };
      const why = move && (await inTransaction(deps.db, (tx) => findApprovalReason(tx, deps, move)));
      return toConsequences(why ? { ...outlook, lines: [needsSecond, ...outlook.lines] } : outlook);
    },
  });

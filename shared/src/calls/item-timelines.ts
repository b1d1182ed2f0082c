import { defineCalls } from '../call.ts';
import { Consequences, ConsequencesParams } from '../consequences.ts';
import { ItemParams, ItemTimeline, ItemTimelineQuery } from '../item-timeline.ts';

/** /api/admin/timelines/{kind}/{id} and /api/admin/consequences/{action}/{id}. */
export const itemTimelinesCalls = defineCalls('operators: timelines', {
  'GET /admin/timelines/:kind/:id': {
    summary: 'What happened to one item, newest first, and the items that belong to it',
    description: 'Pass `next` as `before` for the next page.',
    errors: ['NOT_FOUND'],
    params: ItemParams,
    query: ItemTimelineQuery,
    reply: ItemTimeline,
  },
  'GET /admin/consequences/:action/:id': {
    summary: 'What an action on an item would do now, in numbers, before it is carried out',
    errors: ['NOT_FOUND'],
    params: ConsequencesParams,
    reply: Consequences,
  },
});

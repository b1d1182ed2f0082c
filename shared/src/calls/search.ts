import { defineCalls } from '../call.ts';
import { SearchQuery, SearchReply } from '../console.ts';

/** GET /api/admin/search: one search over the records of all features (O1). */
export const searchCalls = defineCalls('operators: search', {
  'GET /admin/search': {
    summary: 'Finds users, subjects, orders, payments and all other records, a few of each kind',
    description:
      'By a part of a name or an e-mail address, by a reference, or by an id. The reply has no e-mail addresses. Those of real players, unless `realm` names a load test. A text of one or two characters matches the beginning of names only.',
    query: SearchQuery,
    reply: SearchReply,
  },
});

import { ListedLoadTest, LoadTest, LoadTestsQuery, NewLoadTestBody } from '../admin.ts';
import { defineCalls, listCall } from '../call.ts';
import { IdParams, Message } from '../wire.ts';

/** /api/admin/load-tests (O5). */
export const loadTestsCalls = defineCalls('operators: load tests', {
  'GET /admin/load-tests': listCall(
    'Load tests, the newest first; the total is in Content-Range',
    LoadTestsQuery,
    ListedLoadTest,
  ),
  'POST /admin/load-tests': {
    right: 'jobs',
    summary: 'Creates a realm with signed-in players',
    errors: ['LOAD_TESTS_OFF'],
    hasKey: true,
    body: NewLoadTestBody,
    reply: LoadTest,
    status: 201,
  },
  'DELETE /admin/load-tests/:id': {
    right: 'jobs',
    summary: 'Cancels the subjects of the realm and closes its accounts',
    errors: ['LOAD_TEST_NOT_FOUND'],
    params: IdParams,
    reply: Message,
  },
});

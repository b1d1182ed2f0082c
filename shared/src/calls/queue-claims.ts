import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { QueueClaim } from '../console.ts';
import { type ClaimedQueue, claimedQueues } from '../queues.ts';
import { IdText, Message } from '../wire.ts';

const params = z.object({ queue: z.enum(Object.keys(claimedQueues) as [ClaimedQueue]), id: IdText });

/** /api/admin/queues/{queue}/claims/{id}: who decides which item of a queue (O1). */
export const queueClaimsCalls = defineCalls('operators: queues', {
  'POST /admin/queues/:queue/claims/:id': {
    summary:
      'Claims an item for five minutes, or keeps it for five more; frees the operator’s other item of the queue',
    description:
      'The room list:{queue} has all claims. It needs the right to decide the item. Other operators cannot decide it until then; a decision frees it. With `take_over` it is taken from another operator, which is audited.',
    errors: ['ITEM_CLAIMED'],
    right: 'own',
    needsRecentSignIn: false,
    params,
    body: z.object({ take_over: z.boolean().default(false) }),
    reply: QueueClaim,
  },
  'DELETE /admin/queues/:queue/claims/:id': {
    summary: 'Frees an item that the operator claimed',
    right: 'own',
    needsRecentSignIn: false,
    params,
    reply: Message,
  },
});

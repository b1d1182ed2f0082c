import type { DecidedCalls } from '@copup/shared/calls/decisions.ts';
import { toKobo } from '@copup/shared/coins.ts';
import type { RecordTransferBody } from '@copup/shared/shop.ts';
import { readRisks } from '../accounts/refuse-at-risk.ts';
import type { Deps } from '../deps.ts';
import { readQueueOf } from '../operators/read-queue.ts';
import { acted, recordHandlers } from '../operators/record-handlers.ts';
import { routes } from '../routes.ts';
import { approvedDecisions, decide, decideFree } from './decide.ts';
import type { DecidedItem, DecidedKind } from './decided-kind.ts';
import { decidedOutlooks } from './decided-outlook.ts';
import {
  type DecidedQueue,
  findQueued,
  listQueue,
  type QueueRow,
  searchQueue,
  waitingStatuses,
} from './decided-queue.ts';
import { decidedTimeline } from './decided-timeline.ts';

type PartsDeps = Pick<Deps, 'db' | 'newId' | 'notices' | 'settings'>;

interface Entered extends Partial<RecordTransferBody> {
  reason?: string;
}

type Query = Parameters<typeof listQueue>[2];
interface Read<Row> {
  list(query: Query): Promise<{ rows: Row[]; total: number }>;
  find(id: number): Promise<Row | undefined>;
  toReplies(rows: Row[]): Promise<unknown[]>;
}

/** Serves the calls of a kind: those that read its items, and each decision on one item. */
export function decidedRoutes<Item extends DecidedItem, Row>(
  deps: PartsDeps,
  calls: DecidedCalls,
  kind: DecidedKind<Item>,
  { list, find, toReplies }: Read<Row>,
) {
  const { read, get } = recordHandlers(kind.plural, {
    async list(query: Query) {
      const { rows, total } = await list(query);
      return { rows: await toReplies(rows), total };
    },
    async find(id: number) {
      const row = await find(id);
      return row && (await toReplies([row]))[0];
    },
    notFound: kind.notFound,
  });
  const decisions = Object.entries(kind.rules).map(([action, { needs, isKeyed = true }]) => [
    `POST /:id/${action}`,
    acted<Entered>(
      // The body of a decision that needs nothing was not validated, and is not read.
      ({ id, operatorId, key, body }) =>
        decide(deps, kind, {
          ...{ id, action, operatorId, key: isKeyed ? key : undefined },
          reason: needs === 'reason' ? body.reason : undefined,
          bankReference: needs && needs !== 'reason' ? body.bank_reference : undefined,
          transfer: needs === 'transfer' ? toTransfer(body as RecordTransferBody) : undefined,
        }),
      get,
    ),
  ]);
  const served = routes(calls, { ...read, ...Object.fromEntries(decisions) } as never);
  return { served, get };
}

const toTransfer = ({ amount, sender, arrived_at }: RecordTransferBody) => ({
  amountKobo: toKobo(amount),
  sender,
  arrivedAt: arrived_at,
});

/** What the manifest of a feature has of a kind of items that operators decide. */
export function decidedParts<Item extends DecidedItem, Row extends QueueRow>(
  deps: PartsDeps,
  queue: DecidedQueue<Item, Row>,
) {
  const { db } = deps;
  const { kind, table, waiting, paysOut } = queue;
  async function toReplies(rows: Row[]) {
    const userIds = rows.map(({ user_id }) => user_id);
    const risks = paysOut ? await readRisks(db, userIds) : undefined;
    return rows.map((row) => queue.toReply(row, risks?.get(row.user_id)));
  }
  const { served } = decidedRoutes(deps, queue.calls, kind, {
    list: (query) => listQueue(db, queue, query),
    find: (id) => findQueued(db, queue, id),
    toReplies,
  });
  return {
    routes: served,
    approvedActions: approvedDecisions(deps, kind),
    itemDecisions: { [kind.name]: decideFree(deps, kind) },
    outlooks: decidedOutlooks(kind, table),
    timelines: { [kind.name]: decidedTimeline(kind.name, table, queue.changedAt, queue.links) },
    searches: { [kind.name]: searchQueue(db, queue) },
    queues: {
      [kind.plural]: readQueueOf(deps, {
        ...{ queue: kind.plural, table, time: 'created_at' },
        ...{ ...waiting, statuses: waitingStatuses(queue) },
      }),
    },
  };
}

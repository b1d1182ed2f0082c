import { ApprovePaymentBody, RejectBody } from '@copup/shared/shop.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import type { Deps } from '../deps.ts';
import { readQueueOf } from '../operators/read-queue.ts';
import { type RecordAction, recordAction, serveRecords } from '../operators/record-routes.ts';
import { readRisks } from '../payments/refuse-at-risk.ts';
import { approvedDecisions, decide } from './decide.ts';
import {
  type DecidedItem,
  type DecidedKind,
  type DecisionRule,
  mayNeedApproval,
  provesPayment,
} from './decided-kind.ts';
import { decidedOutlooks } from './decided-outlook.ts';
import { type DecidedQueue, findQueued, listQueue, type QueueRow, searchQueue } from './decided-queue.ts';
import { decidedTimeline } from './decided-timeline.ts';

type PartsDeps = Pick<Deps, 'db' | 'newId' | 'notices' | 'settings'>;

const bodies = { reason: RejectBody, bank_reference: ApprovePaymentBody };

/** The call of each decision on one item of a kind. */
export const decisionActions = <Item extends DecidedItem>(
  deps: PartsDeps,
  kind: DecidedKind<Item>,
): RecordAction[] =>
  Object.entries(kind.rules).map(([action, rule]) =>
    recordAction<Entered>({
      action,
      summary: rule.summary,
      errors: errorsOf(kind, rule),
      waits: mayNeedApproval(rule),
      isKeyed: rule.isKeyed ?? true,
      ...(rule.needs && { body: bodies[rule.needs] as z.ZodType<Entered> }),
      run: ({ body, ...command }) => decide(deps, kind, { ...command, action, ...given(rule.needs, body) }),
    }),
  );

interface Entered {
  reason?: string;
  bank_reference?: string;
}

/** The body of a decision that needs nothing was not validated, and is not read. */
const given = (needs: 'reason' | 'bank_reference' | undefined, body: Entered) => ({
  reason: needs === 'reason' ? body.reason : undefined,
  bankReference: needs === 'bank_reference' ? body.bank_reference : undefined,
});

function errorsOf<Item extends DecidedItem>(kind: DecidedKind<Item>, rule: DecisionRule<Item>) {
  return [
    ...[kind.notFound().code, kind.wrongStatus('').code, ...(kind.errors ?? []), ...(rule.errors ?? [])],
    ...(provesPayment(rule) ? (['BANK_REFERENCE_USED'] as const) : []),
    ...(mayNeedApproval(rule) ? (['OWN_WALLET', 'ALREADY_REQUESTED'] as const) : []),
  ];
}

/** What the manifest of a feature has of a kind of items that operators decide. */
export function decidedParts<
  Item extends DecidedItem,
  Row extends QueueRow,
  Filters extends z.ZodObject,
  Reply extends z.ZodType,
>(deps: PartsDeps, queue: DecidedQueue<Item, Row, Filters, Reply>) {
  const { db } = deps;
  const { kind, table, waiting, paysOut } = queue;
  const routes: FastifyPluginAsyncZod = async (app) => {
    const records = {
      ...{ plural: kind.plural, tag: queue.tag, summaries: queue.summaries },
      ...{ filters: queue.filters, reply: queue.reply, notFound: kind.notFound },
      list: (query: Parameters<typeof listQueue<Item, Row, Filters, Reply>>[2]) =>
        listQueue(db, queue, query),
      find: (id: number) => findQueued(db, queue, id),
      async toReplies(rows: Row[]) {
        const userIds = rows.map(({ user_id }) => user_id);
        const risks = paysOut ? await readRisks(db, userIds) : undefined;
        return rows.map((row) => queue.toReply(row, risks?.get(row.user_id)));
      },
    };
    serveRecords(app, records, decisionActions(deps, kind));
  };
  const statuses = Object.values(kind.rules).flatMap(({ from = [] }) => from);
  return {
    routes,
    approvedActions: approvedDecisions(deps, kind),
    outlooks: decidedOutlooks(kind, table),
    timelines: { [kind.name]: decidedTimeline(kind.name, table, queue.changedAt, queue.links) },
    searches: { [kind.name]: searchQueue(db, queue) },
    queues: {
      [kind.plural]: readQueueOf(deps, {
        ...{ table, statuses: [...new Set(statuses)], time: 'created_at' },
        ...waiting,
      }),
    },
  };
}

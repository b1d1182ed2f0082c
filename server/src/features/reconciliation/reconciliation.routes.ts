import { reconciliationCalls, statementLinesCalls } from '@copup/shared/calls/reconciliation.ts';
import { STATEMENT_FIELD, STATEMENT_MB, StatementFields } from '@copup/shared/reconciliation.ts';
import type { FastifyRequest } from 'fastify';
import { sendCsv } from '../../csv.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import { invariant } from '../../errors.ts';
import type { AllFeatures } from '../../feature.ts';
import { acted, recordHandlers } from '../../operators/record-handlers.ts';
import { writeAudit } from '../../operators/write-audit.ts';
import { routes } from '../../routes.ts';
import { parseFields, readForm } from '../../uploads/read-form.ts';
import { closeDay, readDays } from './bank-days.ts';
import { confirmExact, confirmLine } from './confirm-line.ts';
import { explainLine, explainRecord, withdrawExplanation } from './explain.ts';
import { importSettlements, importStatement, previewStatement } from './import-statement.ts';
import { badStatement, lineNotFound } from './reconciliation.errors.ts';
import { exportDays, getImport, listBanks, listUnexplained, readFacts } from './reconciliation-facts.ts';
import { findLine, listLines } from './statement-lines.queries.ts';

const formLimits = {
  pictureBytes: STATEMENT_MB * 2 ** 20,
  fields: 4,
  pictureField: STATEMENT_FIELD,
  noun: 'file',
} as const;

async function readStatementForm(request: FastifyRequest) {
  const { fields, picture: file } = await readForm(request, formLimits);
  if (!file) throw badStatement([{ row: 1, message: 'There is no file in the request.' }]);
  return { ...parseFields(StatementFields, fields), file };
}

/** /api/admin/statement-lines (W20). */
export function statementLinesRoutes(deps: Pick<Deps, 'db'>, all: AllFeatures) {
  const { read, get } = recordHandlers('statement-lines', {
    list: (query: Parameters<typeof listLines>[1]) => listLines(deps.db, query),
    find: (id: number) => findLine(deps.db, id),
    notFound: lineNotFound,
  });
  // The features are complete only when the server listens.
  const confirming = () => ({ db: deps.db, itemDecisions: all.itemDecisions });
  return routes(statementLinesCalls, {
    ...read,
    'POST /:id/confirm': ({ params, viewer, key, body }, reply) =>
      acted(
        () =>
          confirmLine(confirming(), {
            ...{ lineId: params.id, operatorId: viewer.userId, key },
            ...{ kind: body.kind, recordId: body.record_id, bankReference: body.bank_reference },
          }),
        get,
      )({ params, viewer, key, body }, reply) as never,
    'POST /confirm-exact': ({ viewer, key, body }) =>
      confirmExact(confirming(), { lineIds: body.line_ids, operatorId: viewer.userId, key }),
    'POST /:id/explain': async ({ params, viewer, body }) => {
      await explainLine(deps, { lineId: params.id, operatorId: viewer.userId, ...body });
      return get(params.id, viewer);
    },
  });
}

/** /api/admin/reconciliation (W20). `match` compares all open lines with the records again. */
export const reconciliationRoutes = (deps: Deps, match: () => Promise<void>) => {
  const { db, clock } = deps;
  const daysOf = (viewer: { userId: string }, from: string, to: string) =>
    readDays(db, { from, to, operatorId: viewer.userId, nowMs: clock.wallMs() });
  async function dayOf(viewer: { userId: string }, day: string) {
    const [found] = await daysOf(viewer, day, day);
    invariant(found, 'a day has no row');
    return found;
  }
  return routes(reconciliationCalls, {
    'GET /': () => readFacts(db),
    'GET /banks': () => listBanks(db),
    'POST /preview': async (request) => previewStatement(deps, await readStatementForm(request)),
    'POST /import': async (request) => {
      const id = await importStatement(deps, request.viewer.userId, await readStatementForm(request));
      await match();
      return getImport(db, id);
    },
    'POST /settlements': async ({ viewer, body }) => {
      const id = await importSettlements(deps, viewer.userId, body);
      await match();
      return getImport(db, id);
    },
    'GET /records': async ({ query }) => {
      const { total, records } = await listUnexplained(db, query);
      return { total, records };
    },
    'POST /records/:kind/:id/explain': async ({ params, viewer, body }) => {
      await explainRecord(deps, { ...params, operatorId: viewer.userId, ...body });
      return { message: 'Explained.' };
    },
    'POST /explanations/:id/withdraw': async ({ params, viewer, body }) => {
      await withdrawExplanation(deps, { id: params.id, operatorId: viewer.userId, note: body.note });
      await match();
      return { message: 'Withdrawn.' };
    },
    'GET /days': ({ viewer, query }) => daysOf(viewer, query.from, query.to),
    'GET /days/:day': ({ viewer, params }) => dayOf(viewer, params.day),
    'POST /days/:day/close': async ({ viewer, params }) => {
      await closeDay(deps, { day: params.day, operatorId: viewer.userId });
      return dayOf(viewer, params.day);
    },
    'GET /export': async ({ viewer, query }, reply) => {
      const subject = { kind: 'list', id: 'reconciliation' };
      await inTransaction(db, (tx) =>
        writeAudit(tx, {
          operatorId: viewer.userId,
          action: 'list.export',
          subject,
          details: { filters: query },
        }),
      );
      return sendCsv(reply, `copup-bank-${query.from}-${query.to}.csv`, exportDays(db, query));
    },
  });
};

import { roomTraceCalls } from '@copup/shared/calls/room-trace.ts';
import type { RoomTrace } from '@copup/shared/room-trace.ts';
import type { FastifyReply } from 'fastify';
import { inTransaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import type { AllFeatures } from '../../feature.ts';
import { writeAudit } from '../../operators/write-audit.ts';
import { routes } from '../../routes.ts';
import type { TraceCollector } from './collect-trace.ts';
import { findDriftTrace, listDrifts } from './keep-drifts.ts';
import { writeTraceFile } from './merge-parts.ts';

/** The page shows the newest events; a file may have all of several servers. */
const SHOWN_EVENTS = 10_000;
const FILE_EVENTS = 100_000;

/** /api/admin/rooms/{room}/trace: what happened in a room during the last minutes, on all servers (O2). */
export const roomTraceRoutes = (
  { db }: Pick<Deps, 'db'>,
  { describeRooms }: Pick<AllFeatures, 'describeRooms'>,
  collector: Pick<TraceCollector, 'collect'>,
) =>
  routes(roomTraceCalls, {
    'GET /admin/rooms/:room/trace': async ({ params: { room } }): Promise<RoomTrace> => {
      const trace = await collector.collect(room, SHOWN_EVENTS);
      const [kind = '', id] = room.split(':', 2);
      const name = id === undefined ? undefined : (await describeRooms(kind, [id])).get(id)?.name;
      return { ...trace, ...(name !== undefined && { name }) };
    },

    'GET /admin/rooms/:room/trace/file': async ({ viewer, params: { room } }, reply) => {
      const trace = await collector.collect(room, FILE_EVENTS);
      await audit(db, viewer.userId, room, { events: trace.count, servers: trace.servers.length });
      return sendFile(reply, room, writeTraceFile(trace));
    },

    'GET /admin/room-drifts': async () => ({ drifts: await listDrifts(db) }),

    'GET /admin/room-drifts/:id/trace': async ({ viewer, params: { id } }, reply) => {
      const found = await findDriftTrace(db, id);
      if (!found) throw new Refusal('NOT_FOUND', 'There is no trace of this drift.');
      await audit(db, viewer.userId, found.room, { events: found.trace.split('\n').length - 2 });
      return sendFile(reply, found.room, found.trace);
    },
  });

const audit = (db: Deps['db'], operatorId: string, room: string, details: Record<string, number>) =>
  inTransaction(db, (tx) =>
    writeAudit(tx, {
      ...{ operatorId, action: 'room-trace.export', details },
      subject: { kind: 'room', id: room },
    }),
  );

const sendFile = (reply: FastifyReply, room: string, text: string) =>
  reply
    .type('application/x-ndjson; charset=utf-8')
    .header('content-disposition', `attachment; filename="copup-${room.replace(/[:@]/g, '-')}.jsonl"`)
    .header('cache-control', 'no-store')
    .send(text);

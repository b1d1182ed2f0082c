import { roomTraceCalls } from '@copup/shared/calls/room-trace.ts';
import type { RoomTrace } from '@copup/shared/room-trace.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import type { AllFeatures } from '../../feature.ts';
import { writeAudit } from '../../operators/write-audit.ts';
import { routes } from '../../routes.ts';
import type { TraceCollector } from './collect-trace.ts';
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
      await inTransaction(db, (tx) =>
        writeAudit(tx, {
          operatorId: viewer.userId,
          action: 'room-trace.export',
          subject: { kind: 'room', id: room },
          details: { events: trace.count, servers: trace.servers.length },
        }),
      );
      return reply
        .type('application/x-ndjson; charset=utf-8')
        .header('content-disposition', `attachment; filename="copup-${room.replace(':', '-')}.jsonl"`)
        .header('cache-control', 'no-store')
        .send(writeTraceFile(trace));
    },
  });

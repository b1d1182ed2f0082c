import { RoomTrace, RoomTraceParams } from '@copup/shared/room-trace.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { inTransaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import type { AllFeatures } from '../../feature.ts';
import { writeAudit } from '../../operators/write-audit.ts';
import type { TraceCollector } from '../../traces/collect-trace.ts';
import { writeTraceFile } from '../../traces/trace-file.ts';

/** The page shows the newest events; a file may have all of several servers. */
const SHOWN_EVENTS = 10_000;
const FILE_EVENTS = 100_000;
const tags = ['operators: metrics'];
const privacy =
  'Users are pseudonyms, which mean the same user within one reply only; there are no names, addresses or tokens.';

/** /api/admin/rooms/{room}/trace: what happened in a room during the last minutes, on all servers (O2). */
export const roomTraceRoutes =
  (
    { db }: Pick<Deps, 'db'>,
    { describeRooms }: Pick<AllFeatures, 'describeRooms'>,
    collector: Pick<TraceCollector, 'collect'>,
  ): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/admin/rooms/:room/trace',
      {
        config: { access: 'operator', limit: 'admin' },
        schema: {
          tags,
          summary:
            'The last minutes of a room: joins, frames, latencies, bids and reconnects of every server',
          description: `At most the newest ${SHOWN_EVENTS} events. ${privacy}`,
          params: RoomTraceParams,
          response: { 200: RoomTrace },
        },
      },
      async ({ params: { room } }): Promise<RoomTrace> => {
        const trace = await collector.collect(room, SHOWN_EVENTS);
        const [kind = '', id] = room.split(':', 2);
        const name = id === undefined ? undefined : (await describeRooms(kind, [id])).get(id)?.name;
        return { ...trace, ...(name !== undefined && { name }) };
      },
    );

    app.get(
      '/admin/rooms/:room/trace/file',
      {
        config: { access: 'operator', limit: 'statement' },
        schema: {
          tags,
          summary: 'The same as a file of JSON lines, which `npm run load -- replay FILE` plays; audited',
          description: `The first line describes the trace, each further line is an event; at most ${FILE_EVENTS}. ${privacy}`,
          params: RoomTraceParams,
          response: {
            200: { description: 'JSON lines', content: { 'application/x-ndjson': { schema: z.string() } } },
          },
        },
      },
      async ({ viewer, params: { room } }, reply) => {
        const trace = await collector.collect(room, FILE_EVENTS);
        await inTransaction(db, (tx) =>
          writeAudit(tx, {
            operatorId: viewer.userId,
            action: 'room_trace.export',
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
    );
  };

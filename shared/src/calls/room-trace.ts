import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { RoomDrifts, RoomTrace, RoomTraceParams } from '../room-trace.ts';
import { IdParams } from '../wire.ts';

/** The page shows the newest events; a file may have all of several servers. */
const SHOWN_EVENTS = 10_000;
const privacy =
  'Users are pseudonyms, which mean the same user within one reply only; there are no names, addresses or tokens.';
const FILE_EVENTS = 100_000;

/** /api/admin/rooms/{room}/trace: what happened in a room during the last minutes, on all servers (O2). */
export const roomTraceCalls = defineCalls('operators: metrics', {
  'GET /admin/rooms/:room/trace': {
    summary: 'The last minutes of a room: joins, frames, latencies, bids and reconnects of every server',
    description: `At most the newest ${SHOWN_EVENTS} events. ${privacy}`,
    params: RoomTraceParams,
    reply: RoomTrace,
  },
  'GET /admin/rooms/:room/trace/file': {
    summary: 'The same as a file of JSON lines, which `npm run load -- replay FILE` plays; audited',
    description: `The first line describes the trace, each further line is an event; at most ${FILE_EVENTS}. ${privacy}`,
    limit: 'statement',
    params: RoomTraceParams,
    reply: { description: 'JSON lines', content: { 'application/x-ndjson': { schema: z.string() } } },
  },
  'GET /admin/room-drifts': {
    summary: 'States of rooms that were not those they should be, found at random; the newest 50',
    description:
      'Servers compare what clients show with what they were sent, and what they know with PostgreSQL. A client alone can report anything.',
    reply: RoomDrifts,
  },
  'GET /admin/room-drifts/:id/trace': {
    summary: 'The last minutes of the room before a drift, as a file of JSON lines; audited',
    description: privacy,
    limit: 'statement',
    params: IdParams,
    errors: ['NOT_FOUND'],
    reply: { description: 'JSON lines', content: { 'application/x-ndjson': { schema: z.string() } } },
  },
});

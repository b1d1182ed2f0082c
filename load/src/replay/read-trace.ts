import { readFileSync } from 'node:fs';
import { RoomTraceEvent, RoomTraceHeader, TRACE_FORMAT } from '@copup/shared/room-trace.ts';
import { BadOptions } from '../bad-options.ts';

/** A file that an operator exported: its header, and the events in order. */
export interface RecordedTrace extends RoomTraceHeader {
  events: RoomTraceEvent[];
}

export function readTrace(path: string): RecordedTrace {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new BadOptions(`replay: ${path} cannot be read: ${(error as Error).message}`);
  }
  return parseTrace(text, path);
}

/** Which part of a trace is repeated: times after its first event, and how many times faster. */
export interface TracePart {
  fromMs?: number | undefined;
  toMs?: number | undefined;
  speed?: number | undefined;
}

/**
 * Cuts a trace to a part, which begins with the first event unless `fromMs` names a later time. Sockets that joined before
 * and did not leave are open when it begins.
 */
export function cutTrace(trace: RecordedTrace, { fromMs = 0, toMs, speed = 1 }: TracePart): RecordedTrace {
  const firstMs = trace.events.find((event) => isRepeated(event))?.at ?? trace.from;
  const [from, to] = [firstMs + fromMs, toMs === undefined ? trace.to : firstMs + toMs];
  const servers = trace.servers.map((server) => ({ ...server }));
  for (const { at, event, server, card } of trace.events) {
    const own = servers[server];
    if (at >= from || !own) continue;
    const key = card ? 'cards' : 'members';
    if (event === 'join' || event === 'reconnect') own[key] += 1;
    else if (event === 'leave' || event === 'close') own[key] = Math.max(0, own[key] - 1);
  }
  const events = trace.events
    .filter(({ at }) => at >= from && at <= to)
    .map((event) => ({ ...event, at: Math.round(from + (event.at - from) / speed) }));
  return { ...trace, from, to: from + (to - from) / speed, servers, events, count: events.length };
}

const isRepeated = ({ event }: RoomTraceEvent) => event !== 'frame' && event !== 'delivered';

/** Parses JSON lines. Throws BadOptions that names the file and the first bad line. */
export function parseTrace(text: string, path = 'the file'): RecordedTrace {
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  const refuse = (nth: number, problem: string): never => {
    throw new BadOptions(`replay: ${path}, line ${nth + 1}: ${problem}`);
  };
  const parsed = (nth: number): unknown => {
    try {
      return JSON.parse(lines[nth] ?? '');
    } catch {
      return refuse(nth, 'this is not JSON.');
    }
  };
  if (lines.length === 0) throw new BadOptions(`replay: ${path} is empty.`);
  const first = parsed(0) as { format?: unknown } | null;
  if (first?.format !== TRACE_FORMAT)
    refuse(0, `this is not the header of a room's trace, whose format is ${TRACE_FORMAT}.`);
  const header = RoomTraceHeader.safeParse(first);
  if (!header.success) return refuse(0, `the header is not valid: ${problemsOf(header.error)}.`);
  const { servers, from, to, count } = header.data;
  const events: RoomTraceEvent[] = [];
  let before = from;
  for (let nth = 1; nth < lines.length; nth += 1) {
    const event = RoomTraceEvent.safeParse(parsed(nth));
    if (!event.success) return refuse(nth, `this is no event: ${problemsOf(event.error)}.`);
    const { at, server } = event.data;
    if (server >= servers.length) refuse(nth, `there is no server ${server}.`);
    if (at < before || at > to) refuse(nth, 'its time is out of order.');
    before = at;
    events.push(event.data);
  }
  if (events.length !== count)
    throw new BadOptions(
      `replay: ${path} has ${events.length} events, but its header says ${count}. Export it again.`,
    );
  return { ...header.data, events };
}

const problemsOf = ({ issues }: { issues: readonly { path: PropertyKey[]; message: string }[] }): string =>
  issues
    .slice(0, 3)
    .map(({ path, message }) => `${path.join('.') || 'line'}: ${message}`)
    .join('; ');

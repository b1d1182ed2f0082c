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

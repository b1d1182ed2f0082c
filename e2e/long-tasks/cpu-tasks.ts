import type { Browser, Page } from 'playwright-core';
import type { Phase } from './record.ts';

/** An event of Chromium's trace format. Times and durations are in microseconds. */
interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  /** CPU time of the thread. */
  tdur?: number;
}

const longMs = 50;
const mark = 'phase:';
/** The trace has each task twice. */
const isTask = ({ name }: TraceEvent) => name === 'ThreadControllerImpl::RunTask';
const isTaskAgain = ({ name }: TraceEvent) => name === 'RunTask';
/** Scripts that the test's driver runs on the page, and the selectors that it evaluates. */
const isDriver = (inner: readonly TraceEvent[]) =>
  inner.some(({ name }) => name === 'EvaluateScript') ||
  !inner.some(({ name }) => /^(FunctionCall|RunMicrotasks|Paint|PrePaint|v8\.evaluateModule)$/.test(name));

/**
 * Records the CPU time of the page's tasks from a trace, multiplied by `slower`, by phase. Unlike the durations, it does not contain
 * the time that the machine gives to other programs, so it can be judged on a busy machine. The trace adds some.
 */
export async function recordCpuTasks(browser: Browser, page: Page, slower: number) {
  await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline', 'blink.user_timing'] });
  return {
    /** Starts a phase. */
    phase: (name: string) => page.evaluate((text) => void performance.mark(text), mark + name),
    stop: async (): Promise<Phase[]> => {
      const { traceEvents } = JSON.parse(String(await browser.stopTracing())) as {
        traceEvents: TraceEvent[];
      };
      return readPhases(traceEvents, slower);
    },
  };
}

/** Returns the tasks of the page's main thread, longest first in each phase. */
export function readPhases(events: readonly TraceEvent[], slower: number): Phase[] {
  const marks = events.filter(({ name }) => name.startsWith(mark)).sort((a, b) => a.ts - b.ts);
  const [first] = marks;
  const own = events
    .filter(({ pid, tid, ph }) => pid === first?.pid && tid === first.tid && ph === 'X')
    .sort((a, b) => a.ts - b.ts);
  const phases = marks.map(({ name }) => ({ name: name.slice(mark.length), tasks: [], frames: [] }) as Phase);
  let next = 0;
  for (const task of own.filter(isTask)) {
    const end = task.ts + (task.dur ?? 0);
    while ((own[next]?.ts ?? Number.POSITIVE_INFINITY) < task.ts) next += 1;
    const phase = phases[marks.filter(({ ts }) => ts <= task.ts).length - 1];
    const ms = ((task.tdur ?? 0) / 1_000) * slower;
    if (!phase || ms <= longMs) continue;
    const inner: TraceEvent[] = [];
    for (let at = next; (own[at]?.ts ?? end) < end; at += 1) {
      const event = own[at];
      if (event && !isTask(event) && !isTaskAgain(event)) inner.push(event);
    }
    if (isDriver(inner)) continue;
    phase.tasks.push(ms);
    phase.frames.push(`  ${ms.toFixed(0)} ms: ${largest(inner, slower)}`);
  }
  return phases;
}

function largest(inner: readonly TraceEvent[], slower: number): string {
  const sums = new Map<string, number>();
  for (const { name, tdur = 0 } of inner) sums.set(name, (sums.get(name) ?? 0) + (tdur / 1_000) * slower);
  return [...sums]
    .sort(([, a], [, b]) => b - a)
    .slice(0, 6)
    .map(([name, ms]) => `${name} ${ms.toFixed(0)}`)
    .join(', ');
}

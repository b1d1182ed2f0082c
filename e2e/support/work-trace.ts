import type { Browser, CDPSession } from 'playwright-core';

/** Work of the main threads of all pages, counted from Chromium's trace; no figure depends on their speed. */
export interface Work {
  layouts: number;
  /** Layouts that a script forced by reading a size before the browser's own layout. */
  forcedLayouts: number;
  /** The objects of the largest layout, and those of a layout from the root. */
  largestLayout: { objects: number; ofTotal: number };
  styled: { passes: number; elements: number; mostElements: number };
}

interface TraceEvent {
  name: string;
  /** X for a complete event, B and E for its two ends. */
  ph: string;
  pid: number;
  tid: number;
  /** Microseconds. */
  ts: number;
  dur?: number;
  args: {
    name?: string;
    elementCount?: number;
    beginData?: { dirtyObjects: number; totalObjects: number };
  };
}

const categories = ['devtools.timeline', '__metadata'];

/** Counts while `during` runs. The trace ends with it in any case: a browser has one trace at a time. */
export async function traceWork<Result>(
  browser: Browser,
  during: () => Promise<Result>,
): Promise<{ work: Work; result: Result }> {
  const devtools = await browser.newBrowserCDPSession();
  const events: TraceEvent[] = [];
  devtools.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  await devtools.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: categories },
  });
  let result: Result;
  try {
    result = await during();
  } finally {
    const complete = new Promise((resolve) => devtools.once('Tracing.tracingComplete', resolve));
    await devtools.send('Tracing.end');
    await complete;
    await devtools.detach();
  }
  return { work: countWork(events), result };
}

function countWork(events: readonly TraceEvent[]): Work {
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
  const isMain = ({ name, args }: TraceEvent) => name === 'thread_name' && args.name === 'CrRendererMain';
  const mainThreads = new Set(events.filter(isMain).map(threadOf));
  const work = events.filter((event) => mainThreads.has(threadOf(event)));
  const named = (...names: string[]) => work.filter(({ name }) => names.includes(name));
  const scripts = named('FunctionCall', 'EvaluateScript');
  const layouts = named('Layout').filter(({ ph }) => ph !== 'E');
  const isForced = (layout: TraceEvent) =>
    scripts.some(
      (script) =>
        threadOf(script) === threadOf(layout) &&
        script.ts <= layout.ts &&
        layout.ts < script.ts + (script.dur ?? 0),
    );
  const sizes = layouts.map(({ args }) => ({
    objects: args.beginData?.dirtyObjects ?? 0,
    ofTotal: args.beginData?.totalObjects ?? 0,
  }));
  const elements = named('UpdateLayoutTree').map(({ args }) => args.elementCount ?? 0);
  return {
    layouts: layouts.length,
    forcedLayouts: layouts.filter(isForced).length,
    largestLayout: sizes.reduce((largest, size) => (size.objects > largest.objects ? size : largest), {
      objects: 0,
      ofTotal: 0,
    }),
    styled: {
      passes: elements.length,
      elements: elements.reduce((sum, count) => sum + count, 0),
      mostElements: Math.max(0, ...elements),
    },
  };
}

/** Counts calls of the page's functions until the returned function is called. */
export async function countCalls(devtools: CDPSession): Promise<() => Promise<number>> {
  await devtools.send('Profiler.enable');
  await devtools.send('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  return async () => {
    const { result } = await devtools.send('Profiler.takePreciseCoverage');
    await devtools.send('Profiler.stopPreciseCoverage');
    const counts = result.flatMap(({ url, functions }) =>
      url.includes('/assets/') ? functions.map(({ ranges }) => ranges[0]?.count ?? 0) : [],
    );
    return counts.reduce((sum, count) => sum + count, 0);
  };
}

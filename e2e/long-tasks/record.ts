import type { Page } from 'playwright-core';

export interface Phase {
  name: string;
  /** Durations of the tasks over 50 ms, in ms. */
  tasks: number[];
  /** Frames over 50 ms with their scripts, for a person to read. */
  frames: string[];
}

/** Records the page's long tasks from now on, by phase. */
export async function recordLongTasks(page: Page) {
  await page.evaluate(() => {
    const phases: Phase[] = [{ name: 'start', tasks: [], frames: [] }];
    Object.assign(window, { phases });
    const last = () => phases[phases.length - 1];
    const observe = (type: string, note: (entry: PerformanceEntry) => void) =>
      new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type });
    observe('longtask', ({ duration }) => last()?.tasks.push(duration));
    observe('long-animation-frame', (entry) => {
      const { startTime, duration, renderStart, styleAndLayoutStart, scripts } = entry as LongFrame;
      const render = styleAndLayoutStart > 0 ? startTime + duration - styleAndLayoutStart : 0;
      const run = scripts.map(
        (script) =>
          `${script.duration.toFixed(0)} ms ${script.invoker} ${script.sourceFunctionName} ${script.sourceURL.split('/').at(-1)} (forced ${script.forcedStyleAndLayoutDuration.toFixed(0)})`,
      );
      last()?.frames.push(
        `  frame of ${duration.toFixed(0)} ms, script until ${(renderStart - startTime).toFixed(0)}, style and layout ${render.toFixed(0)}: ${run.join('; ')}`,
      );
    });
    interface Phase {
      name: string;
      tasks: number[];
      frames: string[];
    }
    interface LongFrame extends PerformanceEntry {
      renderStart: number;
      styleAndLayoutStart: number;
      scripts: {
        duration: number;
        invoker: string;
        sourceURL: string;
        sourceFunctionName: string;
        forcedStyleAndLayoutDuration: number;
      }[];
    }
  });
  const read = () => page.evaluate(() => (window as unknown as { phases: Phase[] }).phases);
  return {
    /** Starts a phase; tasks that have ended belong to the one before. */
    phase: (name: string) =>
      page.evaluate((next) => {
        (window as unknown as { phases: Phase[] }).phases.push({ name: next, tasks: [], frames: [] });
      }, name),
    stop: async (): Promise<Phase[]> =>
      (await read()).filter(({ name, tasks }) => name !== 'start' || tasks.length > 0),
  };
}

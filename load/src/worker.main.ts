import { Crew } from './crew.ts';
import type { FromWorker, ToWorker } from './messages.ts';

const TICK_EVERY_MS = 250;

// Ctrl-C reaches the whole group of processes; the one that started this ends it, after it has cleaned up.
process.on('SIGINT', () => {});
process.on('disconnect', () => process.exit(0));

let crew: Crew | undefined;

function tell(message: FromWorker): void {
  if (process.connected) process.send?.(message);
}

function tick(): void {
  if (crew) tell({ kind: 'tick', tick: crew.tick() });
}

async function obey(order: ToWorker): Promise<void> {
  if (order.kind === 'prepare') {
    crew = new Crew(order.share);
    setInterval(tick, TICK_EVERY_MS);
    await crew.payEntries();
    tell({ kind: 'prepared' });
  } else if (order.kind === 'connect') {
    await crew?.connect(order.fromMs);
  } else if (order.kind === 'run') {
    await crew?.run(order.fromMs);
    // The last of the history is there before the end is known.
    tick();
    tell({ kind: 'ran' });
  } else {
    tick();
    const compared = crew?.compare(new Map(order.truth));
    if (compared) tell({ kind: 'compared', ...compared });
  }
}

process.on('message', (order: ToWorker) => {
  obey(order).catch((error: unknown) => {
    console.error(error);
    process.exit(1);
  });
});
tell({ kind: 'started' });

import type { FromWorker, ToWorker } from './messages.ts';
import { WorkerPlayers } from './worker-players.ts';

const TICK_EVERY_MS = 250;

// Ctrl-C reaches the whole process group; the parent ends this process after its clean-up.
process.on('SIGINT', () => {});
process.on('disconnect', () => process.exit(0));

let players: WorkerPlayers | undefined;

function send(message: FromWorker): void {
  if (process.connected) process.send?.(message);
}

function tick(): void {
  if (players) send({ kind: 'tick', tick: players.tick() });
}

async function handle(order: ToWorker): Promise<void> {
  if (order.kind === 'prepare') {
    players = new WorkerPlayers(order.share);
    setInterval(tick, TICK_EVERY_MS);
    await players.prepare();
    send({ kind: 'prepared' });
  } else if (order.kind === 'connect') {
    await players?.connect(order.fromMs);
  } else if (order.kind === 'run') {
    await players?.run(order.fromMs);
    // Sends the rest of the history before reporting the end.
    tick();
    send({ kind: 'ran' });
  } else {
    tick();
    const compared = players?.compare(new Map(order.truth));
    if (compared) send({ kind: 'compared', ...compared });
  }
}

process.on('message', (order: ToWorker) => {
  handle(order).catch((error: unknown) => {
    console.error(error);
    process.exit(1);
  });
});
send({ kind: 'started' });

import { type ChildProcess, fork } from 'node:child_process';
import type { DryRunFigures, DryRunJob } from '@copup/shared/dry-runs.ts';

const program = new URL('../../../../load/src/dry-run.main.ts', import.meta.url);

type Message = { ready: true } | { figures: DryRunFigures } | { error: string };

/** The process of the load driver that simulates the players of a dry run. It ends with this server. */
export class SimulatedPlayers {
  readonly #process: ChildProcess;
  /** What they saw. Rejects when the process ends without it. */
  readonly figures: Promise<DryRunFigures>;

  /** When the signal aborts they end at once, without figures. */
  constructor(job: DryRunJob, signal: AbortSignal) {
    // It needs nothing of the server's environment, which has secrets.
    this.#process = fork(program, {
      ...{ signal, killSignal: 'SIGKILL', env: {} },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    const { promise, resolve, reject } = Promise.withResolvers<DryRunFigures>();
    this.figures = promise;
    let said = '';
    this.#process.stderr?.on('data', (data: Buffer) => {
      said = (said + data.toString()).slice(-2_000);
    });
    this.#process.on('message', (message: Message) => {
      if ('ready' in message) this.#process.send(job);
      else if ('figures' in message) resolve(message.figures);
      else reject(new Error(message.error));
    });
    this.#process.once('error', reject);
    this.#process.once('exit', (code, signal) =>
      reject(new Error(`the simulated players ended with ${signal ?? code}: ${said}`)),
    );
  }

  /** Lets them end early, with what they saw until then. */
  stop(reason: string): void {
    if (this.#process.connected) this.#process.send({ stop: reason });
  }
}

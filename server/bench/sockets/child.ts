import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

/** A process that replies to each order with one report. */
export class Child<Order, Report extends { kind: string }> {
  readonly #process: ChildProcess;

  constructor(file: URL, env: Record<string, string> = {}) {
    this.#process = fork(file, { env: { ...process.env, ...env }, execArgv: ['--expose-gc'] });
  }

  async request<Kind extends Report['kind']>(
    order: Order | undefined,
    kind: Kind,
  ): Promise<Extract<Report, { kind: Kind }>> {
    const reply = Promise.withResolvers<Report>();
    const onMessage = (report: Report) => report.kind === kind && reply.resolve(report);
    const onExit = (code: number | null) =>
      reply.reject(new Error(`a process of the bench ended with code ${code}`));
    this.#process.on('message', onMessage).once('exit', onExit);
    if (order !== undefined) this.#process.send(order as object);
    try {
      return (await reply.promise) as Extract<Report, { kind: Kind }>;
    } finally {
      this.#process.off('message', onMessage).off('exit', onExit);
    }
  }

  async end(): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    const ended = once(this.#process, 'exit');
    if (this.#process.connected) this.#process.disconnect();
    await ended;
  }
}

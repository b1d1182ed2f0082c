import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { ClosingOrder, ClosingReport } from './server.child.ts';

/** A whole server in a separate process. */
export class ClosingServer {
  readonly url: URL;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, url: string) {
    this.#child = child;
    this.url = new URL(url);
  }

  static async start(databaseUrl: string, redisPrefix: string): Promise<ClosingServer> {
    const child = fork(fileURLToPath(new URL('server.child.ts', import.meta.url)), {
      env: { ...process.env, BENCH_DATABASE_URL: databaseUrl, BENCH_PREFIX: redisPrefix },
    });
    const { url } = await nextReport(child, 'ready');
    return new ClosingServer(child, url);
  }

  async signIn(userIds: string[]): Promise<string[]> {
    this.#send({ kind: 'sessions', userIds });
    return (await nextReport(this.#child, 'sessions')).tokens;
  }

  async scheduleJobs(auctionIds: number[]): Promise<void> {
    this.#send({ kind: 'jobs', auctionIds });
    await nextReport(this.#child, 'jobs');
  }

  async end(): Promise<void> {
    if (this.#child.exitCode !== null) return;
    const ended = once(this.#child, 'exit');
    this.#send({ kind: 'end' });
    await ended;
  }

  #send(order: ClosingOrder): void {
    this.#child.send(order);
  }
}

function nextReport<Kind extends ClosingReport['kind']>(
  child: ChildProcess,
  kind: Kind,
): Promise<Extract<ClosingReport, { kind: Kind }>> {
  return new Promise((resolve, reject) => {
    const ended = () => reject(new Error('a server ended unexpectedly'));
    child.once('exit', ended);
    child.once('message', (report: ClosingReport) => {
      child.off('exit', ended);
      if (report.kind === kind) resolve(report as Extract<ClosingReport, { kind: Kind }>);
      else reject(new Error(`a server reported ${report.kind}, not ${kind}`));
    });
  });
}

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { DriverOrder, DriverReport } from '../bids/http-driver.main.ts';
import type { Order, Report } from './messages.ts';

type Reported<Kind extends Report['kind']> = Extract<Report, { kind: Kind }>;

/** A server in a separate process, with the tokens of its clients. */
export class Side {
  readonly #server: ChildProcess;
  readonly port: number;
  readonly tokens: string[];

  private constructor(server: ChildProcess, port: number, tokens: string[]) {
    this.#server = server;
    this.port = port;
    this.tokens = tokens;
  }

  static async start(file: URL, userIds: string[], databaseUrl: string): Promise<Side> {
    const server = fork(file, { env: { ...process.env, BENCH_DATABASE_URL: databaseUrl } });
    server.setMaxListeners(0);
    const { port } = await receive(server, 'ready');
    const { tokens } = await request(server, { kind: 'tokens', userIds }, 'tokens');
    return new Side(server, port, tokens);
  }

  async cpuUs(): Promise<number> {
    return (await request(this.#server, { kind: 'cpu' }, 'cpu')).us;
  }

  async startProfile(): Promise<void> {
    await request(this.#server, { kind: 'startProfile' }, 'done');
  }

  async writeProfile(file: string): Promise<void> {
    await request(this.#server, { kind: 'writeProfile', file }, 'done');
  }

  async end(): Promise<void> {
    if (this.#server.exitCode !== null) return;
    const ended = once(this.#server, 'exit');
    this.#server.disconnect();
    await ended;
  }
}

/** The process that sends the requests. */
export class Driver {
  readonly #process = fork(new URL('../bids/http-driver.main.ts', import.meta.url));

  async drive(order: DriverOrder): Promise<DriverReport> {
    const answer = once(this.#process, 'message');
    this.#process.send(order);
    const [result] = (await answer) as [DriverReport];
    return result;
  }

  end(): void {
    this.#process.kill('SIGKILL');
  }
}

function request<Kind extends Report['kind']>(
  server: ChildProcess,
  order: Order,
  kind: Kind,
): Promise<Reported<Kind>> {
  const answer = receive(server, kind);
  server.send(order);
  return answer;
}

/** Resolves with the next report of this kind; rejects when the process ends. */
function receive<Kind extends Report['kind']>(server: ChildProcess, kind: Kind): Promise<Reported<Kind>> {
  const { promise, resolve, reject } = Promise.withResolvers<Reported<Kind>>();
  const onMessage = (report: Report) => {
    if (report.kind === kind) resolve(report as Reported<Kind>);
  };
  const onExit = (code: number | null) => reject(new Error(`a server of the bench ended with code ${code}`));
  server.on('message', onMessage).once('exit', onExit);
  return promise.finally(() => server.off('message', onMessage).off('exit', onExit));
}

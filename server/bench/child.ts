import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

/** What a process of a bench does when it is called, by name. */
type Calls = Record<string, (argument: never) => unknown>;
interface Request {
  id: number;
  name: string;
  argument: unknown;
}
interface Reply {
  id: number;
  value?: unknown;
  error?: string;
}

/** Returns the CPU time of this process so far, and its memory after a garbage collection if requested. */
export function readUsage({ collects }: { collects: boolean }): { cpuUs: number; rssBytes: number } {
  if (collects) for (let at = 0; at < 3; at += 1) globalThis.gc?.();
  const { user, system } = process.cpuUsage();
  return { cpuUs: user + system, rssBytes: process.memoryUsage.rss() };
}

/** Answers the calls of the bench, and ends this process when the bench ends. */
export function serveCalls(calls: Calls, close: () => Promise<unknown> = async () => {}): void {
  const reply = (message: Reply) => process.connected && process.send?.(message);
  process.on('message', async ({ id, name, argument }: Request) => {
    try {
      reply({ id, value: await calls[name]?.(argument as never) });
    } catch (error) {
      reply({ id, error: String(error) });
    }
  });
  process.once('disconnect', () => {
    // A server that fails to close must not block the bench.
    setTimeout(() => process.exit(1), 10_000).unref();
    close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  });
  reply({ id: 0 });
}

/** A process that answers the calls which its file passes to `serveCalls`. */
export class Child<Served extends Calls> {
  readonly #process: ChildProcess;
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();
  #calls = 0;

  private constructor(file: URL, env: Record<string, string>) {
    this.#process = fork(file, { env: { ...process.env, ...env }, execArgv: ['--expose-gc'] });
    this.#process.on('message', ({ id, value, error }: Reply) => {
      if (error === undefined) this.#waiting.get(id)?.resolve(value);
      else this.#waiting.get(id)?.reject(new Error(error));
      this.#waiting.delete(id);
    });
    this.#process.once('exit', (code) => {
      for (const { reject } of this.#waiting.values())
        reject(new Error(`a process of the bench ended with code ${code}`));
    });
  }

  static async start<Served extends Calls>(
    file: URL,
    env: Record<string, string> = {},
  ): Promise<Child<Served>> {
    const child = new Child<Served>(file, env);
    await child.#replyTo(0);
    return child;
  }

  async call<Name extends keyof Served & string>(
    name: Name,
    ...args: Parameters<Served[Name]>
  ): Promise<Awaited<ReturnType<Served[Name]>>> {
    this.#calls += 1;
    const reply = this.#replyTo(this.#calls);
    this.#process.send({ id: this.#calls, name, argument: args[0] } satisfies Request);
    return (await reply) as Awaited<ReturnType<Served[Name]>>;
  }

  #replyTo(id: number): Promise<unknown> {
    const reply = Promise.withResolvers<unknown>();
    this.#waiting.set(id, reply);
    return reply.promise;
  }

  async end(): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    const ended = once(this.#process, 'exit');
    if (this.#process.connected) this.#process.disconnect();
    await ended;
  }
}

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

/** What a process does when it is called, by name. */
type Calls = Record<string, (argument: never) => unknown>;
interface Request {
  id: number;
  name: string;
  argument: unknown;
}
/** A reply to a call, or a notice, which has no call. */
interface Reply {
  id?: number;
  value?: unknown;
  error?: string;
}

const reply = (message: Reply) => process.connected && process.send?.(message);

/** Tells the process that started this one something that it did not call for. */
export const sendNotice = (value: unknown) => reply({ value });

/** Answers the calls of the process that started this one, and ends when that one ends or disconnects. */
export function serveCalls(calls: Calls, close: () => Promise<unknown> = async () => {}): void {
  process.on('message', async ({ id, name, argument }: Request) => {
    try {
      reply({ id, value: await calls[name]?.(argument as never) });
    } catch (error) {
      reply({ id, error: String(error) });
    }
  });
  process.once('disconnect', () => {
    // A server that fails to close must not block its caller.
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
  /** Resolves when calls are answered. */
  readonly started: Promise<unknown>;
  /** Rejects when the process ends, for whatever reason. */
  readonly lost: Promise<never>;
  readonly #process: ChildProcess;
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();
  #calls = 0;
  #end: Error | undefined;

  constructor(
    file: URL,
    { env = {}, onNotice }: { env?: Record<string, string>; onNotice?: (notice: never) => void } = {},
  ) {
    this.#process = fork(file, {
      env: { ...process.env, ...env },
      execArgv: ['--expose-gc'],
      serialization: 'advanced',
    });
    this.#process.on('message', ({ id, value, error }: Reply) => {
      if (id === undefined) onNotice?.(value as never);
      else if (error === undefined) this.#waiting.get(id)?.resolve(value);
      else this.#waiting.get(id)?.reject(new Error(error));
      this.#waiting.delete(id ?? -1);
    });
    const { promise, reject } = Promise.withResolvers<never>();
    this.lost = promise;
    this.#process.once('error', reject);
    this.#process.once('exit', (code, signal) =>
      reject(new Error(`a process ended unexpectedly: ${signal ?? code}`)),
    );
    promise.catch((error: Error) => {
      this.#end = error;
      for (const { reject: fail } of this.#waiting.values()) fail(error);
    });
    this.started = this.#replyTo(0);
    // Without this handler, a rejection that no caller awaits would end the process.
    this.started.catch(() => undefined);
  }

  static async start<Served extends Calls>(file: URL, env?: Record<string, string>): Promise<Child<Served>> {
    const child = new Child<Served>(file, env && { env });
    await child.started;
    return child;
  }

  async call<Name extends keyof Served & string>(
    name: Name,
    ...args: Parameters<Served[Name]>
  ): Promise<Awaited<ReturnType<Served[Name]>>> {
    if (this.#end) throw this.#end;
    this.#calls += 1;
    const answer = this.#replyTo(this.#calls);
    this.#process.send({ id: this.#calls, name, argument: args[0] } satisfies Request);
    return (await answer) as Awaited<ReturnType<Served[Name]>>;
  }

  #replyTo(id: number): Promise<unknown> {
    const answer = Promise.withResolvers<unknown>();
    this.#waiting.set(id, answer);
    return answer.promise;
  }

  /** Ends the process: with a signal, or by itself after it has closed what it opened. */
  async end(signal?: NodeJS.Signals): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    const ended = once(this.#process, 'exit');
    if (signal) this.#process.kill(signal);
    else if (this.#process.connected) this.#process.disconnect();
    await ended;
  }
}

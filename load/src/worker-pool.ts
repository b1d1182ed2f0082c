import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { LoadTest } from '@copup/shared/admin.ts';
import type { Compared, FromWorker, Share, Tick, ToWorker, World } from './messages.ts';
import type { RoomSnapshot } from './room-socket.ts';
import type { Plan, Step } from './scenarios/scenario.ts';

const program = fileURLToPath(new URL('./worker.main.ts', import.meta.url));

/** Splits the plan into one share per worker: each player's sockets, entries and steps go to one worker. */
export function shareOut(
  plan: Plan,
  { users, ...world }: World & { users: LoadTest['users'] },
  workers: number,
): Share[] {
  const worker = (user: number) => user % workers;
  const ownerOfStep = (step: Step) =>
    worker('user' in step ? step.user : (plan.sockets[step.socket]?.user ?? 0));
  const shares = Array.from(
    { length: workers },
    (): Share => ({
      ...world,
      recipients: users.map(({ id, wallet_address }) => ({ id, wallet_address })),
      walletUsers: [],
      players: [],
      sockets: [],
      entries: [],
      joins: [],
      steps: [],
    }),
  );
  for (const [at, user] of users.entries()) shares[worker(at)]?.players.push({ at, user });
  for (const [at, socket] of plan.sockets.entries())
    shares[worker(socket.user)]?.sockets.push({ ...socket, at });
  for (const entry of plan.entries) shares[worker(entry.user)]?.entries.push(entry);
  for (const join of plan.joins) shares[worker(join.user)]?.joins.push(join);
  for (const user of plan.walletUsers ?? []) shares[worker(user)]?.walletUsers.push(user);
  for (const step of plan.steps) shares[ownerOfStep(step)]?.steps.push(step);
  return shares;
}

/** The worker processes of the driver. They exit when this process ends, for whatever reason. */
export class WorkerPool {
  readonly #children: ChildProcess[] = [];
  readonly #onTick: (worker: number, tick: Tick) => void;
  #isEnding = false;
  #fail: (error: Error) => void = () => {};
  /** Rejects if a worker exits before `end` is called. */
  readonly lost: Promise<never>;
  readonly #started: Promise<unknown>;

  constructor(workers: number, onTick: (worker: number, tick: Tick) => void) {
    this.#onTick = onTick;
    this.lost = new Promise((_, reject) => {
      this.#fail = reject;
    });
    // Without this handler, a rejection that no caller awaits would end the process.
    this.lost.catch(() => undefined);
    for (let at = 0; at < workers; at += 1) {
      const child = fork(program, { serialization: 'advanced' });
      child.on('message', (message: FromWorker) => {
        if (message.kind === 'tick') this.#onTick(at, message.tick);
      });
      child.once('exit', (code, signal) => {
        if (!this.#isEnding) this.#fail(new Error(`worker ${at} exited unexpectedly: ${signal ?? code}`));
      });
      child.once('error', (error) => this.#fail(error));
      this.#children.push(child);
    }
    this.#started = Promise.race([
      Promise.all(this.#children.map((child) => nextMessage(child, 'started'))),
      this.lost,
    ]);
    this.#started.catch(() => undefined);
  }

  async prepare(shares: readonly Share[]): Promise<void> {
    await this.#started;
    await this.#request('prepared', (at) => ({ kind: 'prepare', share: shares[at] as Share }));
  }

  connect(fromMs: number): void {
    for (const child of this.#children) child.send({ kind: 'connect', fromMs } satisfies ToWorker);
  }

  async run(fromMs: number): Promise<void> {
    await this.#request('ran', () => ({ kind: 'run', fromMs }));
  }

  /** Compares the watchers of all workers with the server's state. */
  async compare(truth: ReadonlyMap<string, RoomSnapshot>): Promise<Compared> {
    const parts = await this.#request('compared', () => ({ kind: 'compare', truth: [...truth] }));
    return parts.reduce<Compared>(
      (sum, part) =>
        part.kind === 'compared'
          ? {
              compared: sum.compared + part.compared,
              divergent: sum.divergent + part.divergent,
              examples: [...sum.examples, ...part.examples],
            }
          : sum,
      { compared: 0, divergent: 0, examples: [] },
    );
  }

  async end(): Promise<void> {
    this.#isEnding = true;
    await Promise.all(
      this.#children.map(async (child) => {
        if (child.exitCode !== null || child.signalCode !== null) return;
        const gone = new Promise((resolve) => child.once('exit', resolve));
        child.kill('SIGKILL');
        await gone;
      }),
    );
  }

  #request(answer: FromWorker['kind'], order: (at: number) => ToWorker): Promise<FromWorker[]> {
    const answers = this.#children.map((child, at) => {
      const answered = nextMessage(child, answer);
      child.send(order(at));
      return answered;
    });
    return Promise.race([Promise.all(answers), this.lost]);
  }
}

function nextMessage(child: ChildProcess, kind: FromWorker['kind']): Promise<FromWorker> {
  return new Promise((resolve) => {
    const listen = (message: FromWorker) => {
      if (message.kind !== kind) return;
      child.off('message', listen);
      resolve(message);
    };
    child.on('message', listen);
  });
}

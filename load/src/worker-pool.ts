import type { LoadTest } from '@copup/shared/admin.ts';
import { Child } from '@copup/testkit/child.ts';
import { RemoteAgent } from './agents/remote-agent.ts';
import type { Compared, Share, Tick, World } from './messages.ts';
import type { LoadOptions } from './options.ts';
import type { RoomSnapshot } from './room-socket.ts';
import type { Plan, Step } from './scenarios/scenario.ts';
import type { WorkerCalls } from './worker.main.ts';

const program = new URL('./worker.main.ts', import.meta.url);

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

/** A worker process of this machine or of an agent. */
export type PoolWorker = Pick<Child<WorkerCalls>, 'started' | 'lost' | 'call' | 'end'>;

/** The worker processes of the driver. They exit when this process ends, for whatever reason. */
export class WorkerPool {
  readonly #children: PoolWorker[];
  readonly agents: RemoteAgent[];
  /** Rejects if a worker fails to connect its sockets, or exits. */
  readonly lost: Promise<never>;
  readonly #fail: (error: Error) => void;

  /** `workers`: of each agent, or of this machine without agents. */
  constructor(
    { workers, agents, secret }: Pick<LoadOptions, 'workers' | 'agents' | 'secret'>,
    onTick: (worker: number, tick: Tick) => void,
  ) {
    ({ promise: this.lost, reject: this.#fail } = Promise.withResolvers<never>());
    // Without this handler, a rejection that no caller awaits would end the process.
    this.lost.catch(() => undefined);
    const ticks = (from: number) =>
      Array.from({ length: workers }, (_, at) => (tick: Tick) => onTick(from + at, tick));
    this.agents = agents.map((address, at) => new RemoteAgent(address, secret, ticks(at * workers)));
    this.#children =
      agents.length === 0
        ? ticks(0).map((onNotice) => new Child<WorkerCalls>(program, { onNotice }))
        : this.agents.flatMap((agent) => agent.workers);
    for (const child of this.#children) child.lost.catch(this.#fail);
  }

  get size(): number {
    return this.#children.length;
  }

  /** Resolves when all workers answer. */
  async start(): Promise<void> {
    await this.#all((child) => child.started);
  }

  async prepare(shares: readonly Share[]): Promise<void> {
    await this.#all((child, at) => child.call('prepare', shares[at] as Share));
  }

  connect(fromMs: number): void {
    this.#all((child) => child.call('connect', fromMs)).catch(this.#fail);
  }

  async run(fromMs: number): Promise<void> {
    await this.#all((child) => child.call('run', fromMs));
  }

  /** Starts no further step, and takes what the players have done. Rejects if a worker is lost. */
  async stop(): Promise<void> {
    await this.#all((child) => child.call('stop'));
  }

  /** Compares the watchers of all workers with the server's state. */
  async compare(truth: ReadonlyMap<string, RoomSnapshot>): Promise<Compared> {
    const parts = await this.#all((child) => child.call('compare', truth));
    return {
      compared: parts.reduce((sum, { compared }) => sum + compared, 0),
      divergent: parts.reduce((sum, { divergent }) => sum + divergent, 0),
      examples: parts.flatMap(({ examples }) => examples),
    };
  }

  async end(): Promise<void> {
    await Promise.all(this.#children.map((child) => child.end('SIGKILL')));
  }

  #all<Answer>(call: (child: PoolWorker, at: number) => Promise<Answer>): Promise<Answer[]> {
    return Promise.all(this.#children.map(call));
  }
}

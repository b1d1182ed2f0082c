import pg from 'pg';
import { hostUrls } from '../environment.ts';
import { WrongServer } from './pg-errors.ts';

/**
 * The timeline that is written now. The last checkpoint names the old one for a while after a promotion. Fails on a
 * standby.
 */
export const TIMELINE = `('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer`;
/**
 * Another text after each start, and after each recovery from the crash of one process, which resets statistics:
 * transaction ids may be reused from then on.
 */
export const RUN = `concat_ws(' ', pg_postmaster_start_time(), (SELECT stats_reset FROM pg_stat_bgwriter))`;
const IDENTIFY = `SELECT system_identifier::text AS system, ${RUN} AS run,
    CASE WHEN NOT pg_is_in_recovery() THEN ${TIMELINE} END AS timeline
  FROM pg_control_system()`;
const LATEST_EPOCH = 'SELECT max(epoch) AS epoch FROM database_epochs';

/** How far a system (all servers that were copied from one) has come, as far as this process knows. */
export interface Line {
  /** Increases with each promotion. */
  timeline: number;
  /** The epoch of rooms that is open on it, 0 if unknown (R5). */
  epoch: number;
}

const LOOK_EVERY_MS = 2_000;
const PROBE_TIMEOUT_MS = 1_000;

interface Host {
  url: string;
  host: string;
  port: number;
}

interface Server {
  system: string;
  timeline: number;
  run: string;
}

const runs = new WeakMap<pg.ClientBase, string>();

/** The run of the server that this connection was opened to, which does not change while it is open. */
export const runOf = (client: pg.ClientBase): string => runs.get(client) ?? '';

const isLater = (line: Line, than: Line) =>
  line.epoch > than.epoch || (line.epoch === than.epoch && line.timeline > than.timeline);

/**
 * Leads connections to that of several hosts which is the primary, and admits them to the primary only. A standby may lag, so nothing is read from it. A primary with an older
 * timeline than one that was used before lacks acknowledged commands: it is refused until an operator opens a later
 * epoch on it (`npm run restored`). What was used before cannot be known from that database, so servers remember it
 * and tell each other.
 */
export class Primary {
  /** The class of connections for pools and scripts. */
  readonly Client: new (
    config: pg.ClientConfig,
  ) => pg.Client;
  readonly #onOutdated: ((error: Error) => void) | undefined;
  readonly #lines = new Map<string, Line>();
  /** Called after each later line that was learned; set by the epochs, which tell the other servers. */
  onLater = () => {};
  readonly #connections = new Map<pg.Client, Server>();

  readonly #hosts: readonly Host[];
  #host: Host | undefined;
  #looking: Promise<Host> | undefined;
  #timer: NodeJS.Timeout | undefined;

  /**
   * `url` may name several hosts. `onOutdated` is called for each connection to a primary from before a promotion.
   */
  constructor({ url, onOutdated }: { url: string; onOutdated?: ((error: Error) => void) | undefined }) {
    this.#hosts = hostUrls(url).map((each) => {
      const { host, port } = new pg.Client({ connectionString: each });
      return { url: each, host, port };
    });
    this.#onOutdated = onOutdated;
    this.Client = clientClass((client, connect) => this.#open(client, connect));
  }

  /** The latest line of each system, by its identifier. */
  get lines(): ReadonlyMap<string, Line> {
    return this.#lines;
  }

  /** Notes a line that was used, here or by another server. Connections to another timeline of the system end. */
  learn(system: string, line: Line): void {
    const known = this.#lines.get(system);
    if (known && !isLater(line, known)) return;
    this.#lines.set(system, line);
    for (const [client, server] of this.#connections)
      if (server.system === system && server.timeline !== line.timeline)
        client.connection.stream.destroy(outdated(server, line));
    this.onLater();
  }

  /** Notices a promotion while the old primary still runs, or no longer answers. */
  follow(): void {
    if (this.#hosts.length > 1)
      this.#timer = setInterval(() => this.#look().catch(() => {}), LOOK_EVERY_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #open(client: pg.Client, connect: () => Promise<unknown>): Promise<void> {
    const chosen = this.#hosts.length > 1 ? (this.#host ?? (await this.#look())) : undefined;
    if (chosen) Object.assign(client, { host: chosen.host, port: chosen.port });
    try {
      await connect();
      await this.#admit(client);
    } catch (error) {
      if (this.#host === chosen) this.#host = undefined;
      client.end().catch(() => {});
      throw error;
    }
  }

  #look(): Promise<Host> {
    this.#looking ??= this.#askAll().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  /** Asks every host. Of two primaries, the one with the later timeline was promoted. */
  async #askAll(): Promise<Host> {
    const asked = await Promise.allSettled(this.#hosts.map(probe));
    const found = asked
      .flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
      .sort((one, other) => other.timeline - one.timeline)[0];
    if (!found) throw asked.find((each) => each.status === 'rejected')?.reason;
    const known = this.#lines.get(found.system);
    if (known && found.timeline > known.timeline)
      this.learn(found.system, { timeline: found.timeline, epoch: known.epoch });
    this.#host = found.host;
    return found.host;
  }

  async #admit(client: pg.Client): Promise<void> {
    const found = await identify(client);
    const { system, timeline } = found;
    // Read after the timeline: what is known may have changed meanwhile.
    const epoch = this.#isOlder(found) ? await latestEpoch(client) : 0;
    const known = this.#lines.get(system);
    if (known && timeline < known.timeline && epoch <= known.epoch) {
      const error = outdated(found, known);
      this.#onOutdated?.(error);
      throw error;
    }
    this.learn(system, { timeline, epoch: Math.max(epoch, known?.epoch ?? 0) });
    this.#connections.set(client, found);
    runs.set(client, found.run);
    client.once('end', () => this.#connections.delete(client));
  }

  #isOlder({ system, timeline }: { system: string; timeline: number | null }): boolean {
    return (timeline ?? 0) < (this.#lines.get(system)?.timeline ?? 0);
  }
}

const outdated = ({ timeline }: Server, later: Line) =>
  new WrongServer(
    `PostgreSQL is at timeline ${timeline}, but timeline ${later.timeline} of the same system was used before: acknowledged commands are missing here.`,
  );

async function identify(client: pg.Client): Promise<Server> {
  const { rows } = await client.query<Server & { timeline: number | null }>(IDENTIFY);
  const [found] = rows;
  if (!found || found.timeline === null) throw new WrongServer('PostgreSQL is a standby.');
  return found;
}

async function probe(host: Host): Promise<Server & { host: Host }> {
  const client = new pg.Client({
    connectionString: host.url,
    connectionTimeoutMillis: PROBE_TIMEOUT_MS,
    query_timeout: PROBE_TIMEOUT_MS,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    return { ...(await identify(client)), host };
  } finally {
    client.end().catch(() => {});
  }
}

/** Opens a connection to the primary among the URL's hosts, for work outside of a pool. */
export async function connectToPrimary(url: string, config: pg.ClientConfig = {}): Promise<pg.Client> {
  const { Client } = new Primary({ url });
  const client = new Client({
    ...config,
    connectionString: hostUrls(url)[0],
    connectionTimeoutMillis: 5_000,
  });
  await client.connect();
  return client;
}

async function latestEpoch(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ epoch: number }>(LATEST_EPOCH);
  return Number(rows[0]?.epoch ?? 0);
}

function clientClass(open: (client: pg.Client, connect: () => Promise<unknown>) => Promise<void>) {
  return class PrimaryClient extends pg.Client {
    constructor(config: pg.ClientConfig) {
      super(config);
      // A connection may be lost while no query waits for it; without a listener that ends the process.
      this.on('error', () => {});
    }

    override connect(): Promise<pg.Client>;
    override connect(callback: ((error: Error) => void) | ((error: null, client: pg.Client) => void)): void;
    override connect(
      callback?: ((error: Error) => void) | ((error: null, client: pg.Client) => void),
    ): Promise<pg.Client> | undefined {
      const opened = open(this, () => super.connect());
      if (!callback) return opened.then(() => this);
      const done = callback as (error: Error | null, client?: pg.Client) => void;
      opened.then(() => done(null, this), done);
      return undefined;
    }
  };
}

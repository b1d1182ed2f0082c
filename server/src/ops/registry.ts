import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from '../db/database.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Lanes } from '../lanes/lane-kind.ts';
import { stdoutLines } from '../log-output.ts';
import type { RedisConnections } from '../redis.ts';
import type { Rooms } from '../rooms/rooms.ts';
import { RoomLatency } from './room-latency.ts';
import { type StoredFacts, storedGauges } from './stored-facts.ts';

export interface RegistryOptions {
  rooms: Pick<Rooms, 'counted' | 'busStats'>;
  lanes: Pick<Lanes, 'stats'>;
  jobs: Pick<Jobs, 'stats'>;
  db: Pick<Database, 'pool' | 'replication'>;
  redis: Pick<RedisConnections, 'isReady'>;
  /** Those of features. */
  further?: readonly Figure[];
}

/** A figure of a feature, whose values it keeps itself. */
export interface Figure {
  type: 'counter' | 'gauge';
  name: string;
  help: string;
  labelNames: string[];
  read: Read;
}

export interface HttpAnswer {
  method: string;
  /** The route's pattern, never a URL. */
  route: string;
  status: number;
  durationMs: number;
  transport: 'http' | 'socket';
}

export interface Metrics {
  answered(answer: HttpAnswer): void;
  /** Prometheus' text format. */
  read(): Promise<{ contentType: string; text: string }>;
}

/** Creates the metrics of /metrics. Labels are bounded: kinds, names and codes from the code, never an id. */
export function createMetrics(options: RegistryOptions, facts: StoredFacts): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const http = new Histogram({
    name: 'copup_http_request_seconds',
    help: 'Answered calls by route pattern, class of status and transport',
    labelNames: ['method', 'route', 'status', 'transport'],
    buckets: [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3],
    registers,
  });
  addRooms(registers, options);
  addLanes(registers, options);
  addServices(registers, options);
  addStored(registers, facts);
  for (const { type, name, help, labelNames, read } of options.further ?? [])
    (type === 'counter' ? addCounter : addGauge)(registers, name, help, labelNames, read);
  let hasDefaults = false;
  return {
    answered: ({ method, route, status, transport, durationMs }) =>
      http.observe({ method, route, status: `${Math.floor(status / 100)}xx`, transport }, durationMs / 1_000),
    async read() {
      // These watch the event loop and the garbage collector, a cost that starts with the first scrape.
      if (!hasDefaults) collectDefaultMetrics({ register: registry });
      hasDefaults = true;
      await facts.refresh();
      return { contentType: registry.contentType, text: await registry.metrics() };
    },
  };
}

type Labels = Record<string, string>;
type Read = () => Iterable<readonly [Labels, number]>;

/** Adds a counter whose count is kept elsewhere. */
function addCounter(registers: Registry[], name: string, help: string, labelNames: string[], read: Read) {
  new Counter({
    name,
    help,
    labelNames,
    registers,
    collect() {
      this.reset();
      for (const [labels, value] of read()) this.inc(labels, value);
    },
  });
}

function addGauge(registers: Registry[], name: string, help: string, labelNames: string[], read: Read) {
  new Gauge({
    name,
    help,
    labelNames,
    registers,
    collect() {
      this.reset();
      for (const [labels, value] of read()) this.set(labels, value);
    },
  });
}

function addRooms(registers: Registry[], { rooms }: RegistryOptions): void {
  const ofKinds =
    (what: 'members' | 'joins' | 'updates' | 'messages' | 'bytes'): Read =>
    () =>
      [...rooms.counted().kinds].map(([kind, counters]) => [{ kind }, counters[what]] as const);
  addGauge(registers, 'copup_sockets', 'Open sockets', [], () => [[{}, rooms.counted().sockets.open]]);
  addCounter(
    registers,
    'copup_sockets_opened_total',
    'Opened sockets, by whether their page had one before',
    ['again'],
    () => {
      const { opened, reopened } = rooms.counted().sockets;
      return [
        [{ again: 'no' }, opened - reopened],
        [{ again: 'yes' }, reopened],
      ];
    },
  );
  addGauge(
    registers,
    'copup_sockets_pending',
    'Connections that have not requested admission yet',
    [],
    () => [[{}, rooms.counted().sockets.pending]],
  );
  addCounter(registers, 'copup_sockets_flooded_total', 'Connections closed for sending too much', [], () => [
    [{}, rooms.counted().sockets.flooded],
  ]);
  addGauge(registers, 'copup_rooms', 'Rooms with members on this server', ['kind'], () => {
    const counts = new Map<string, number>();
    for (const { kind } of rooms.counted().rooms.values()) counts.set(kind, (counts.get(kind) ?? 0) + 1);
    return [...counts].map(([kind, count]) => [{ kind }, count] as const);
  });
  addGauge(registers, 'copup_room_members', 'Members of rooms on this server', ['kind'], ofKinds('members'));
  addCounter(registers, 'copup_room_joins_total', 'Joins', ['kind'], ofKinds('joins'));
  addCounter(registers, 'copup_room_updates_total', 'Frames composed', ['kind'], ofKinds('updates'));
  addCounter(registers, 'copup_room_messages_total', 'Frames written', ['kind'], ofKinds('messages'));
  addCounter(registers, 'copup_room_bytes_total', 'Bytes of frames', ['kind'], ofKinds('bytes'));
  new RoomLatency(registers, {
    name: 'copup_room_commit_to_emit_seconds',
    help: 'From the commit to the write of its frame, including the throttle interval',
    read: () => [...rooms.counted().kinds].map(([kind, { commitToEmit }]) => [kind, commitToEmit]),
  });
  new RoomLatency(registers, {
    name: 'copup_room_emit_to_client_seconds',
    help: 'From the write of a frame to the acknowledgement of its client, one frame in a hundred',
    read: () => [...rooms.counted().kinds].map(([kind, { emitToClient }]) => [kind, emitToClient]),
  });
  addGauge(registers, 'copup_bus_ready', 'Whether the Redis connection between servers is up', [], () => [
    [{}, rooms.busStats().ready ? 1 : 0],
  ]);
  addGauge(registers, 'copup_bus_subscriptions', 'Subscribed rooms', [], () => [
    [{}, rooms.busStats().subscriptions],
  ]);
  addCounter(registers, 'copup_bus_dropped_total', 'Messages to other servers that were dropped', [], () => [
    [{}, rooms.busStats().dropped],
  ]);
}

function addLanes(registers: Registry[], { lanes }: RegistryOptions): void {
  const ofLanes =
    (what: 'waiting' | 'batches' | 'commands' | 'halvings' | 'lostCommits'): Read =>
    () =>
      lanes.stats().map((lane) => [{ lane: lane.name }, lane[what]] as const);
  addGauge(registers, 'copup_lane_waiting', 'Waiting commands', ['lane'], ofLanes('waiting'));
  addCounter(registers, 'copup_lane_batches_total', 'Transactions', ['lane'], ofLanes('batches'));
  addCounter(registers, 'copup_lane_commands_total', 'Commands', ['lane'], ofLanes('commands'));
  addCounter(registers, 'copup_lane_halvings_total', 'Batches split', ['lane'], ofLanes('halvings'));
  addCounter(
    registers,
    'copup_lane_lost_commits_total',
    'Unanswered COMMITs',
    ['lane'],
    ofLanes('lostCommits'),
  );
  addGauge(registers, 'copup_lane_batch_seconds', 'Moving average of a transaction', ['lane'], () =>
    lanes.stats().map(({ name, batchMs }) => [{ lane: name }, batchMs / 1_000] as const),
  );
  addCounter(registers, 'copup_lane_outcomes_total', 'Decided commands by outcome', ['lane', 'outcome'], () =>
    lanes
      .stats()
      .flatMap(({ name, accepted, refused }) => [
        [{ lane: name, outcome: 'accepted' }, accepted] as const,
        ...Object.entries(refused).map(([outcome, count]) => [{ lane: name, outcome }, count] as const),
      ]),
  );
}

function addServices(registers: Registry[], { db, redis, jobs }: RegistryOptions): void {
  addGauge(registers, 'copup_db_connections', 'Connections of the pool', ['state'], () => [
    [{ state: 'used' }, db.pool.totalCount - db.pool.idleCount],
    [{ state: 'idle' }, db.pool.idleCount],
  ]);
  addGauge(registers, 'copup_db_waiting', 'Requests that wait for a connection', [], () => [
    [{}, db.pool.waitingCount],
  ]);
  const { replication } = db;
  addGauge(
    registers,
    'copup_db_replication',
    'Whether a standby confirms commits',
    ['state', 'wanted'],
    () => {
      const { state, wanted } = replication.report;
      return [[{ state, wanted: wanted ? 'yes' : 'no' }, 1]];
    },
  );
  addGauge(registers, 'copup_db_standby_behind_bytes', 'Log that a standby lacks', ['standby'], () =>
    replication.report.standbys.map(({ name, behind_bytes }) => [
      { standby: name },
      behind_bytes ?? Number.NaN,
    ]),
  );
  addGauge(registers, 'copup_db_standby_lag_seconds', 'Time until a standby had the log', ['standby'], () =>
    replication.report.standbys.map(({ name, lag_ms }) => [{ standby: name }, (lag_ms ?? 0) / 1_000]),
  );
  addGauge(registers, 'copup_db_slot_retained_bytes', 'Log kept for a replication slot', ['slot'], () =>
    replication.report.slots.map(({ name, retained_bytes }) => [
      { slot: name },
      retained_bytes ?? Number.NaN,
    ]),
  );
  addCounter(
    registers,
    'copup_db_commits_unconfirmed_total',
    'Transactions committed without the synchronous standby that is wanted',
    [],
    () => [[{}, replication.report.unconfirmed]],
  );
  addCounter(registers, 'copup_log_lines_lost_total', 'Lines of the log that stdout did not take', [], () => [
    [{}, stdoutLines.lost],
  ]);
  addGauge(registers, 'copup_redis_ready', 'Whether Redis answers', [], () => [
    [{}, redis.isReady() ? 1 : 0],
  ]);
  addCounter(registers, 'copup_scheduled_jobs_total', 'Scheduled jobs by outcome', ['outcome'], () =>
    Object.entries(jobs.stats().scheduled).map(([outcome, count]) => [{ outcome }, count] as const),
  );
  addCounter(registers, 'copup_sweeps_total', 'Runs of sweeps', ['sweep', 'outcome'], () =>
    jobs
      .stats()
      .sweeps.flatMap(({ name, runs, failures }) => [
        [{ sweep: name, outcome: 'done' }, runs - failures] as const,
        [{ sweep: name, outcome: 'failed' }, failures] as const,
      ]),
  );
}

function addStored(registers: Registry[], facts: StoredFacts): void {
  for (const name of Object.keys(storedGauges) as (keyof typeof storedGauges)[]) {
    const [help, label] = storedGauges[name];
    addGauge(registers, name, help, [label], () =>
      (facts.samples()[name] ?? []).map(([of, value]) => [{ [label]: of }, value] as const),
    );
  }
}

import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { LimitRules } from '@copup/shared/limit-rules.ts';
import type { Logger } from 'pino';
import { createGoogleVerifier, type GoogleVerifier } from './accounts/google.ts';
import { createPasswords, type Passwords } from './accounts/passwords.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import { type Database, openDatabase } from './db/database.ts';
import { createDatabaseClock } from './db/database-clock.ts';
import { createJobs } from './jobs/create-jobs.ts';
import type { Jobs } from './jobs/jobs.ts';
import { createLanes } from './lanes/create-lanes.ts';
import type { Lanes } from './lanes/lane-kind.ts';
import { RateLimits } from './limits/rate-limits.ts';
import { createLog } from './log.ts';
import { createMail } from './mail/create-mail.ts';
import type { Mail } from './mail/mail.ts';
import { createNotices, type Notices } from './notifications/notices.ts';
import { createIds } from './random-ids.ts';
import { connectRedis, type RedisConnections } from './redis.ts';
import { Epochs } from './restore/epochs.ts';
import { RoomTraces } from './rooms/room-traces.ts';
import { Rooms } from './rooms/rooms.ts';
import { Sessions } from './sessions/sessions.ts';
import { createTokens, type Tokens } from './sessions/tokens.ts';
import { createSettings, type Settings } from './settings/settings.ts';
import { createDiskStorage } from './uploads/disk-storage.ts';
import { createS3Storage } from './uploads/s3-storage.ts';
import { createUploads, type Uploads } from './uploads/uploads.ts';

/** All dependencies of commands. A command declares the ones it uses in the type of its first argument. */
export interface Deps {
  config: Config;
  log: Logger;
  db: Database;
  clock: Clock;
  /** UUIDv7. */
  newId: () => string;
  randomBytes: (count: number) => Buffer;
  settings: Settings;
  /** Usable after the app has registered @fastify/jwt. */
  tokens: Tokens;
  sessions: Sessions;
  passwords: Passwords;
  google: GoogleVerifier | undefined;
  limits: RateLimits;
  lanes: Lanes;
  rooms: Rooms;
  traces: RoomTraces;
  jobs: Jobs;
  mail: Mail;
  notices: Notices;
  uploads: Uploads;
  redis: RedisConnections;
  /** Closes everything that was opened, the database last. Drain the lanes before. */
  close(): Promise<void>;
}

/** Replacements by a test or a bench. */
export interface DepsOverrides
  extends Partial<Pick<Deps, 'log' | 'clock' | 'newId' | 'randomBytes' | 'passwords' | 'google'>> {
  limitRules?: Partial<LimitRules>;
}

/** Creates all dependencies of a server. Needs PostgreSQL with its tables; Redis may be unavailable. */
export async function buildDeps(config: Config, overrides: DepsOverrides = {}): Promise<Deps> {
  const { log = createLog(config), newId = createIds(), randomBytes: random = randomBytes } = overrides;
  const db = openDatabase({
    url: config.databaseUrl,
    poolSize: config.databasePoolSize,
    onIdleError: (error) => log.warn({ err: error }, 'a connection to the database was lost'),
    onOutdated: (error) =>
      log.error({ err: error }, 'refused a primary from before a promotion: see docs/operations.md'),
  });
  const databaseClock = createDatabaseClock(db);
  const clock = overrides.clock ?? databaseClock;
  const settings = createSettings({ db, log });
  const tokens = createTokens();
  const sessions = new Sessions({ db, clock, log, settings, tokens, newId });
  const redis = connectRedis({ url: config.redisUrl, prefix: config.redisPrefix, log });
  const epochs = new Epochs({ db, redis, log });
  try {
    await epochs.start();
    await databaseClock.start();
    await settings.refresh();
    await db.replication.follow({ log, mayGoOn: () => !settings.get('standbyRequired') });
    await sessions.start();
  } catch (error) {
    redis.close();
    await db.close();
    throw error;
  }
  settings.start();
  const limits = new RateLimits({ clock, redis, rules: overrides.limitRules });
  limits.start();
  const lanes = createLanes({ db, clock, log });
  epochs.onChange(() => sessions.reloadAll());
  const traces = new RoomTraces({
    nowMs: () => clock.monotonicMs(),
    minutes: () => settings.get('roomTraceMinutes'),
  });
  const rooms = new Rooms({ db, epochs, clock, log, sessions, tokens, settings, traces, config });
  db.onCommit = (invalidated) => rooms.invalidate(invalidated);
  const jobs = createJobs({ redisUrl: config.redisUrl, prefix: config.redisPrefix, log, clock });
  const { smtpUrl, mailFrom: from, alerts } = config;
  const mail = createMail({ db, log, smtpUrl, from, webhook: alerts.webhook });
  return {
    config,
    log,
    db,
    clock,
    newId,
    randomBytes: random,
    settings,
    tokens,
    sessions,
    passwords: overrides.passwords ?? createPasswords(),
    google: overrides.google ?? createGoogleVerifier(config.googleClientId),
    limits,
    lanes,
    rooms,
    traces,
    jobs,
    mail,
    notices: createNotices({ newId }),
    uploads: createUploads({ log, storage: openStorage(config), randomBytes: random }),
    redis,
    async close() {
      databaseClock.stop();
      sessions.stop();
      settings.stop();
      limits.stop();
      await jobs.close();
      await rooms.close();
      mail.close();
      redis.close();
      await db.close();
    },
  };
}

const openStorage = ({ s3, dataDir }: Config) =>
  s3 ? createS3Storage(s3) : createDiskStorage(join(dataDir, 'uploads'));

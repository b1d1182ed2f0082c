import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Config, readConfig } from '../../src/config.ts';

/** All processes of one bench work on the same database with the same secrets. */
export function benchConfig(): Config {
  return readConfig({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    DATABASE_URL: process.env.BENCH_DATABASE_URL,
    REDIS_URL: process.env.REDIS_URL,
    REDIS_PREFIX: process.env.BENCH_PREFIX,
    DATA_DIR: join(tmpdir(), 'copup-bench-sockets'),
    PORT: '0',
    JWT_SECRET: 'a secret for benches that has enough characters',
    SECRETS_KEY: 'another secret for benches with enough characters',
  });
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BenchDatabase } from '../bench-database.ts';

const CLIENTS = 16;

/** Updates of one row a second by PostgreSQL's own pgbench, undefined where it is not installed. */
export async function hotRowUpdates({ url, asOwner }: BenchDatabase) {
  await asOwner('CREATE TABLE bench_hot_row (id int PRIMARY KEY, amount bigint NOT NULL)');
  await asOwner('INSERT INTO bench_hot_row VALUES (1, 0); GRANT ALL ON bench_hot_row TO PUBLIC');
  const folder = mkdtempSync(join(tmpdir(), 'copup-bench-'));
  const script = join(folder, 'hot-row.sql');
  writeFileSync(script, 'UPDATE bench_hot_row SET amount = amount + 1 WHERE id = 1;\n');

  return {
    async measure(durationMs: number): Promise<number | undefined> {
      const seconds = Math.max(1, Math.round(durationMs / 1000));
      const args = [
        '-n',
        '-M',
        'prepared',
        '-c',
        String(CLIENTS),
        '-j',
        '2',
        '-T',
        String(seconds),
        '-f',
        script,
        url,
      ];
      const child = spawn('pgbench', args, { stdio: ['ignore', 'pipe', 'inherit'] });
      let output = '';
      child.stdout.on('data', (chunk) => {
        output += chunk;
      });
      try {
        await once(child, 'close');
      } catch {
        return undefined;
      }
      const rate = /tps = ([\d.]+)/.exec(output)?.[1];
      return rate === undefined ? undefined : Number(rate);
    },
    dispose: () => rmSync(folder, { recursive: true, force: true }),
  };
}

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createTestDatabase, type TestDatabase } from '@copup/testkit/databases.ts';
import type { HistoryEvent } from '@copup/testkit/history.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runQuietly } from '../../scripts/processes.ts';

const program = fileURLToPath(new URL('./check.main.ts', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'copup-check-'));
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await database.drop();
});

function runCheck(name: string, history: readonly HistoryEvent[]) {
  const file = join(folder, name);
  writeFileSync(file, history.map((event) => `${JSON.stringify(event)}\n`).join(''));
  return runQuietly(process.execPath, [program, '--database', database.url, '--history', file]);
}

describe('the checker as a program', () => {
  it('exits with 0 and a tick for each invariant if all hold', { tags: ['full'] }, async () => {
    const { code, output } = await runCheck('empty.jsonl', []);
    expect(output.match(/^✓ I\d/gm)).toHaveLength(9);
    expect(code).toBe(0);
  });

  it('I4 exits with 1 and reports the acknowledged bid that is missing', { tags: ['full'] }, async () => {
    const bid = {
      process: 'ada',
      command: 'bid',
      key: 'k1',
      args: { auctionId: 1001, userId: 'u' },
      atMs: 0,
    } as const;
    const { code, output } = await runCheck('lost.jsonl', [
      { ...bid, type: 'invoke' },
      { ...bid, type: 'ok', reply: { id: 'r1' } },
    ]);
    expect(output).toContain('✗ I4');
    expect(output.match(/^✓ I\d/gm)).toHaveLength(8);
    expect(output).toContain('bid k1 of ada was acknowledged and exists 0 times');
    expect(code).toBe(1);
  });

  it('exits with 2 and prints its usage without arguments', { tags: ['full'] }, async () => {
    const { code, output } = await runQuietly(process.execPath, [program]);
    expect(output).toContain('--history FILE');
    expect(code).toBe(2);
  });
});

import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { tamper } from '@copup/testkit/ledger.ts';
import { describe, expect, it } from 'vitest';
import { useAuditedLedger } from '../test/audited-ledger.ts';

const ledger = useAuditedLedger();

describe('npm run audit:ledger', () => {
  const program = fileURLToPath(new URL('./audit.main.ts', import.meta.url));
  const execute = (args: string[], url: string | undefined) =>
    promisify(execFile)(process.execPath, [program, ...args], {
      env: { ...process.env, DATABASE_URL: url ?? '' },
    }).then(
      ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
      (error: { code: number; stdout: string; stderr: string }) => error,
    );

  it('prints the balances and each check, and exits with 0 or, on an error, with 1', async () => {
    const right = await execute([], ledger.url);
    expect(right).toMatchObject({ code: 0, stderr: '' });
    expect(right.stdout).not.toContain('✘');
    await tamper(ledger.db, 'wallets', (tx) =>
      tx.client.query('UPDATE wallets SET bonus = bonus + 1 WHERE user_id = $1', [ledger.rich.id]),
    );
    const wrong = await execute(['--full', ledger.url], undefined);
    expect(wrong.code).toBe(1);
    expect(wrong.stdout).toMatch(/^Realm 0, coins$/m);
    expect(wrong.stdout).toMatch(/^✔ the open holds of each user add up to the held coins$/m);
    expect(wrong.stdout).toMatch(/^✘ each recorded balance equals/m);
    expect(wrong.stdout).toContain(`wallets ${ledger.rich.id} has bonus 31; its postings make it 30`);
  });

  it('prints JSON', { tags: ['full'] }, async () => {
    const { code, stdout } = await execute(['--json'], ledger.url);
    expect([code, JSON.parse(stdout)]).toEqual([0, expect.objectContaining({ ok: true })]);
  });

  const cannotRun = async (args: string[], url: string) => {
    const impossible = await execute(args, url);
    expect(impossible.code).toBe(2);
    expect(impossible.stderr).toMatch(/^The audit could not run: .+\n$/);
  };
  it('exits with 2 and one line when DATABASE_URL is not set', { tags: ['full'] }, () => cannotRun([], ''));
  it.each<[string[], string]>([
    [['--nonsense'], 'postgres://none@127.0.0.1:1/none'],
    [[], 'postgres://none@127.0.0.1:1/none'],
    [['--realm', 'x'], 'postgres://none@127.0.0.1:1/none'],
  ])('exits with 2 and one line when it cannot run: %j %s', { tags: ['full'] }, cannotRun);
});

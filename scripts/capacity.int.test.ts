import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { writeFigures } from './capacity/testing/unit-costs.ts';
import { root } from './data-folder.ts';

const folder = mkdtempSync(join(tmpdir(), 'copup-capacity-'));
afterAll(() => rmSync(folder, { recursive: true }));

// The command first checks the installed packages.
vi.setConfig({ testTimeout: 120_000 });

function capacity(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join('scripts', 'bootstrap.mjs'), 'capacity', ...args],
    { cwd: root, encoding: 'utf8' },
  );
  return { status, stdout, stderr };
}

describe('npm run capacity', () => {
  it('prints the resources for a load, the cost drivers, the limits and each unit cost with its file and date', () => {
    const figures = join(folder, 'today');
    const today = new Date().toISOString().slice(0, 10);
    writeFigures(figures, today);
    const { status, stdout, stderr } = capacity(
      ...['--sockets', '1000000', '--rooms', '20000', '--bids-a-day', '10000000', '--figures', figures],
    );
    expect(stderr).toBe('');
    expect(status).toBe(0);
    expect(stdout).toMatch(/^sockets, rooms +1,000,000, 20,000$/m);
    expect(stdout).toMatch(/^bids a second, mean and peak +116, 1,157$/m);
    for (const what of [
      'servers (one core each)',
      'memory of the servers',
      'cores of PostgreSQL',
      'Redis shards',
    ])
      expect(stdout).toContain(`\n${what}`);
    expect(stdout).toMatch(/^disk a day, a year +20 GB, 7.3 TB$/m);
    expect(stdout).toMatch(/^WAL a day, at the peak +30 GB, 3.47 MB\/s$/m);
    expect(stdout).toMatch(/^server: announcements of watchers +[\d.]+ % +[\d.,]+ cores$/m);
    expect(stdout).toMatch(/^disk of PostgreSQL after a year +1.83 × +exceeded$/m);
    expect(stdout).toMatch(new RegExp(`^bidNodeUs +500 units +500 to 500 +footprint.json +${today}$`, 'm'));
    expect(stdout).toContain('--peak-factor 10: ');
  });

  it('prints the command that measures missing or old figures', () => {
    const missing = capacity('--figures', join(folder, 'nowhere'));
    expect(missing.status).toBe(1);
    expect(missing.stderr).toContain(
      '- footprint.json is missing or unreadable: run npm run bench -- footprint',
    );
    expect(missing.stderr).toContain('- fanout.json is missing or unreadable: run npm run bench -- fanout');
    writeFigures(join(folder, 'old'), '2020-01-01');
    const old = capacity('--figures', join(folder, 'old'));
    expect(old.status).toBe(1);
    expect(old.stderr).toContain('- storm.json is older than 180 days: run npm run bench -- storm');
  });

  it('refuses a value that is not a number', () => {
    const { status, stderr } = capacity('--sockets', 'many');
    expect(status).toBe(1);
    expect(stderr).toContain('--sockets must be a number above 0.');
  });
});

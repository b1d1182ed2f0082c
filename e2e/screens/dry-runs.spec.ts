// @module-tag full
import type { DryRun, DryRunReport, ListedDryRun } from '@copup/shared/dry-runs.ts';
import { operatorPath, operatorPaths } from '@copup/shared/page-paths.ts';
import { describe, expect, it } from 'vitest';
import { desktop } from '../support/browser.ts';
import { look } from './look.ts';
import { Stage } from './stage.ts';
import { longName, longNamed, ngozi } from './staged-page.ts';

const stage = new Stage();
const LIST = operatorPath(operatorPaths.dryRuns);
const at = '2026-11-20T14:00:00.000Z';

const times = (p99: number) => ({ count: 960, p50: p99 / 4, p99 });
const good: DryRunReport = {
  ...{ stopped: null, seconds: 120, accepted: 958, errors: {}, command: times(68), delivery: times(112) },
  refused: { PRICE_MOVED: 3, ALREADY_LEADING: 14 },
  ...{ compared: 1_204, divergent: 0, lost: 0, doubled: 0, unbalanced: 0, violations: [], close_ms: 41 },
  checks: ['200 last states of watchers equal the server’s', '958 acknowledged bids in the history'],
  timeline: Array.from({ length: 134 }, (_, second) => ({
    ...{
      at: second,
      accepted: second < 12 ? 0 : 5 + (second % 7),
      p99: second < 12 ? null : 60 + (second % 50),
    },
  })),
  ended: { status: 'completed', coins: 1_842, winner: longNamed.username, entries: 200 },
  share: { before: 0.02, mean: 0.031, most: 0.06 },
  money: [
    { kind: 'bid_capture', count: 1, coins: 1_842 },
    { kind: 'bid_hold', count: 958, coins: 882_318 },
    { kind: 'bid_release', count: 957, coins: 880_476 },
    { kind: 'entry_fee', count: 200, coins: 1_000 },
  ],
};
const listed: ListedDryRun = {
  ...{ id: 7, kind: 'auction', subject_id: 1_057, name: longName, players: 200, minutes: 2 },
  ...{ state: 'ended', verdict: 'ready', started_by: 'ada_op', started_at: at, ended_at: at },
};
const runOf = (change: Partial<DryRun> = {}): { json: DryRun } => ({
  json: { ...listed, realm: 41, report: good, failure: null, ...change },
});

async function open(run: { json: DryRun }) {
  const { staged } = await stage.open({ ...ngozi, role: 1 });
  staged.answer('/admin/dry-runs/7', run);
  staged.socket.set('list:dry-runs', {});
  const { page } = stage;
  await page.setViewportSize(desktop);
  await page.goto(`${LIST}/7`);
  return { staged, page };
}

describe('O7 dry runs', () => {
  it('says first whether to open, then the figures beside their goals', async () => {
    const { page } = await open(runOf());
    await page.getByRole('heading', { name: `${longName}, rehearsed`, level: 1 }).waitFor();
    await page.getByText('Ready to open').waitFor();
    await page.getByText('p99 of a command, goal 150 ms').waitFor();
    await page.getByText('used 2.0 % of a core before, and at most 6.0 % meanwhile').waitFor();
    await page.getByText('Balanced').waitFor();
    await look(page, 'dry-run-ready', { fullPage: true });
  });

  it('names what went wrong before what was refused as it should be', async () => {
    const report = {
      ...{ ...good, divergent: 2, unbalanced: -12, errors: { BUSY: 4 }, command: times(412) },
      violations: [`auction 1057 has ended but is not settled: ${longName}`],
    };
    const { page } = await open(runOf({ verdict: 'no', report }));
    await page.getByText('Don’t open').waitFor();
    await page.getByText('Differs by −12').waitFor();
    const lines = await page
      .getByRole('region', { name: 'What went wrong' })
      .getByRole('listitem')
      .allInnerTexts();
    expect(lines[0]).toContain('is not settled');
    expect(lines[1]).toContain('4 failed');
    await look(page, 'dry-run-no', { fullPage: true });
  });

  it('runs, can be ended, and shows its report by itself', async () => {
    const running = { state: 'running', verdict: null, report: null, ended_at: null } as const;
    const { staged, page } = await open(runOf(running));
    await page.getByText('The report comes here by itself').waitFor();
    await look(page, 'dry-run-running');
    staged.answer(
      '/admin/dry-runs/7',
      runOf({
        verdict: 'care',
        report: { ...good, stopped: 'the server used 74 % of a core for ten seconds' },
      }),
    );
    staged.socket.set('list:dry-runs', {});
    await page.getByText('Open with care').waitFor();
    await page.getByText('It ended early: the server used 74 %').waitFor();
  });

  it('says why there is no report, and starts again', async () => {
    const { staged, page } = await open(
      runOf({ verdict: null, report: null, failure: 'its server stopped' }),
    );
    await page.getByText('It has no report: its server stopped.').waitFor();
    await page.getByRole('button', { name: 'Run again…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Simulated players').fill('121');
    await dialog.getByRole('button', { name: 'Start the dry run' }).click();
    await dialog.getByText('Enter 20 to 120.').waitFor();
    await look(page, 'dry-run-start');
    staged.answer('/admin/dry-runs', {
      status: 409,
      json: { code: 'DRY_RUN_ACTIVE', message: 'A dry run is going on. Wait for its end, or end it.' },
    });
    await dialog.getByLabel('Simulated players').fill('120');
    await dialog.getByRole('button', { name: 'Start the dry run' }).click();
    await dialog.getByText('A dry run is going on').waitFor();
  });

  it('lists them with their verdicts', async () => {
    const { staged } = await stage.open({ ...ngozi, role: 1 });
    const { page } = stage;
    const rows: ListedDryRun[] = [
      { ...listed, id: 10, state: 'running', verdict: null, ended_at: null, name: 'Radio' },
      { ...listed, id: 9, verdict: 'no', kind: 'contest' },
      { ...listed, id: 8, verdict: 'care', kind: 'heist', started_by: longNamed.username },
      { ...listed, verdict: null },
    ];
    staged.answer('/admin/dry-runs', { json: rows });
    await page.setViewportSize(desktop);
    await page.goto(LIST);
    await page.getByText('Open with care').first().waitFor();
    await look(page, 'dry-runs');
  });
});

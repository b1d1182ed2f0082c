import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './data-folder.ts';
import { findOnPath, unpackFromArchive } from './package-archive.ts';
import type { StepContext, StepResult } from './test-run.ts';

const cache = join(root, '.data', 'prometheus');
const cached = join(cache, 'usr/bin/promtool');

/** Checks the rules of Prometheus, and what they do with example series, if promtool is there. */
export async function checkAlerts({ spawn, options }: StepContext): Promise<StepResult> {
  const promtool = findOnPath('promtool') ?? (await findUnpacked(options.isFull));
  if (promtool === undefined) {
    console.log('promtool is not installed; skipped. --full fetches it from Debian’s archive.');
    return { isOk: true };
  }
  const checked = await spawn(promtool, ['check', 'rules', 'deploy/alerts.yml']);
  const tested = await spawn(promtool, ['test', 'rules', 'deploy/alerts.test.yml']);
  return { isOk: checked === 0 && tested === 0 };
}

async function findUnpacked(mayFetch: boolean): Promise<string | undefined> {
  if (!existsSync(cached) && mayFetch) await unpackFromArchive(cache, 'prometheus', () => false);
  return existsSync(cached) ? cached : undefined;
}

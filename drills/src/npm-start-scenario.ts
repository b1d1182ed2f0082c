import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '@copup/testkit/database.ts';
import { root } from '../../scripts/data-folder.ts';
import { findRunningPostgres } from '../../scripts/postgres.ts';
import { type NpmStart, StartHome } from '../../scripts/testing/npm-start.ts';
import { play } from './play.ts';
import { endOnInterrupt } from './running.ts';
import { baseEnv, operator, type ScenarioOptions } from './scenario.ts';
import type { Outcome, PlayWorld, Scene } from './scene.ts';
import { type Watcher, writeWatchers } from './watchers.ts';

/** One server, with the PostgreSQL and Redis that `npm start` starts and supervises. */
export interface NpmStartWorld extends PlayWorld {
  home: StartHome;
  product: NpmStart;
}

/** Runs the same scenario as `runScenario` on the processes of `npm start`. Their output is kept in .data/drills/NAME. */
export async function runNpmStartScenario({
  name,
  scene,
  random,
  isShort = false,
  announce = () => undefined,
}: Omit<ScenarioOptions<never>, 'scene' | 'createPostgres' | 'beforeEnd'> & {
  scene: Scene<NpmStartWorld>;
}): Promise<Outcome> {
  const folder = join(root, '.data', 'drills', name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const watchers: Watcher[] = [];
  const crowd: PlayWorld['crowd'] = [];
  const toClose: (() => Promise<unknown>)[] = [];
  const atEnd = (close: () => Promise<unknown>) => void toClose.push(close);
  const end = async () => {
    for (const watcher of [...watchers, ...crowd]) watcher.close();
    for (const close of toClose.splice(0).reverse()) await close();
  };
  const forget = endOnInterrupt(end);
  try {
    const home = await StartHome.create({ env: { ...baseEnv, SEED_DEMO: '0', ...scene.env } });
    atEnd(() => home.remove());
    const product = home.start();
    atEnd(async () => writeFileSync(join(folder, 'npm-start.log'), product.output));
    await product.untilReady();
    const urls = await findRunningPostgres(join(home.dataFolder, 'postgres'));
    if (urls === undefined) throw new Error(`no PostgreSQL runs in ${home.dataFolder}`);
    const db = openDatabase({ url: urls.ownerUrl, poolSize: 4, applicationName: 'copup-drill' });
    atEnd(() => db.close());
    const servers = [{ url: home.url }];
    const own = { servers, db, watchers, crowd, atEnd, home, product };
    const stage = { folder, random, isShort, announce, ...own };
    const played = await play<typeof stage>(scene, operator, stage);
    writeWatchers(join(folder, 'watchers.jsonl'), watchers);
    for (const watcher of [...watchers, ...crowd]) watcher.close();
    await product.interrupt();
    const left = home.processes();
    if (left.length > 0) played.violations.push(`${left.length} processes are left after Ctrl-C`);
    return { ...played, watchers, servers: [], exitCodes: [], folder };
  } finally {
    forget();
    await end();
  }
}

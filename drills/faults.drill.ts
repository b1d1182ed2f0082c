import { afterAll, describe, expect, it } from 'vitest';
import { alwaysRun, shortSelection } from './src/all-drills.ts';
import { runDrill } from './src/run-drill.ts';
import { endAllRunning } from './src/running.ts';

afterAll(endAllRunning);

describe('short drills', () => {
  for (const drill of shortSelection) {
    it(`${drill.holds}: ${drill.fault}`, { tags: alwaysRun.includes(drill) ? [] : ['full'] }, async () => {
      const seed = Number(process.env.COPUP_DRILL_SEED ?? Math.floor(Math.random() * 2 ** 31));
      const { violations, report } = await runDrill(drill, { seed, isShort: true });
      console.log(`${drill.name}, seed ${seed}\n${report}`);
      expect(violations).toEqual([]);
    });
  }
});

import { describeVerdicts } from '@copup/testkit/checker/checker.ts';
import type { HistoryEvent } from '@copup/testkit/history.ts';
import { seeded } from '@copup/testkit/random.ts';
import type { Drill, DrillResult } from './drill.ts';
import { runNpmStartScenario } from './npm-start-scenario.ts';
import { runScenario } from './scenario.ts';
import type { Outcome, Scene } from './scene.ts';

export interface RunOptions {
  seed: number;
  isShort: boolean;
  /** Told what is broken from now on. */
  tell?: (what: string) => void;
}

/** Runs one drill and judges it. What breaks in the drill itself counts as a fault of it too. */
export async function runDrill(drill: Drill, { seed, isShort, tell }: RunOptions): Promise<DrillResult> {
  const random = seeded(seed);
  const options = { name: drill.name, random, ...(tell && { tell }) };
  try {
    return await drill.run({
      random,
      isShort,
      play: async (scene) => judged(await runScenario({ ...options, scene }), scene),
      playUnderNpmStart: async (scene) => judged(await runNpmStartScenario({ ...options, scene }), scene),
    });
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { faults: [`the drill broke: ${text}`], report: text };
  }
}

function judged(outcome: Outcome, { judge }: Pick<Scene, 'judge'>): DrillResult {
  const faults = [...judgeOutcome(outcome), ...(judge?.(outcome) ?? [])];
  return { faults, report: reportOf(outcome, faults) };
}

/** What every drill must end with, whatever was broken meanwhile. */
export function judgeOutcome({ verdicts, blames, statuses, servers, exitCodes }: Outcome): string[] {
  const faults = verdicts.flatMap(({ id, faults: found }) => found.map((fault) => `${id}: ${fault}`));
  faults.push(...blames);
  if (statuses.join(' ') !== 'completed completed unsold')
    faults.push(`the auctions ended as ${statuses.join(', ')}`);
  for (const server of servers) {
    if (server.hasDied) faults.push(`I10: server ${server.name} died`);
    if (/unhandled ?rejection|uncaught ?exception|an error that nobody handled/i.test(server.log()))
      faults.push(`I10: server ${server.name} had an error that nobody handled`);
  }
  if (exitCodes.some((code) => code !== 0))
    faults.push(`servers ended with ${exitCodes.join(', ')} after SIGTERM`);
  return faults;
}

function reportOf({ verdicts, history, folder }: Outcome, faults: readonly string[]): string {
  const others = faults.filter((fault) => !/^I\d: /.test(fault)).map((fault) => `✗ ${fault}`);
  return [describeVerdicts(verdicts), ...others, summary(history), `kept in ${folder}`].join('\n');
}

/** How the bids ended: how many of each, refusals by their code. */
function summary(history: readonly HistoryEvent[]): string {
  const ends = history.filter(({ type, command }) => type !== 'invoke' && command === 'bid');
  const counts = new Map<string, number>();
  for (const { type, reply } of ends) {
    const code = type === 'ok' ? '' : ` ${(reply as { code?: string })?.code ?? ''}`;
    counts.set(`${type}${code}`, (counts.get(`${type}${code}`) ?? 0) + 1);
  }
  return `bids: ${[...counts].map(([what, count]) => `${count} ${what}`).join(', ')}`;
}

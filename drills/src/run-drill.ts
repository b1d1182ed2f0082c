import { describeVerdicts } from '@copup/testkit/checker/checker.ts';
import type { HistoryEvent } from '@copup/testkit/history.ts';
import { seeded } from '@copup/testkit/random.ts';
import type { Drill, DrillResult } from './drill.ts';
import { runNpmStartScenario } from './npm-start-scenario.ts';
import { OwnPair } from './own-pair.ts';
import { OwnPostgres } from './own-postgres.ts';
import { unpackPreviousRelease } from './previous-release.ts';
import { runRestore } from './run-restore.ts';
import { runScenario } from './scenario.ts';
import type { Outcome, Scene } from './scene.ts';

export interface RunOptions {
  seed: number;
  isShort: boolean;
  /** Receives the current fault as text. */
  announce?: (what: string) => void;
}

/** Runs one drill and checks its outcome. An error in the drill itself counts as a violation. */
export async function runDrill(drill: Drill, { seed, isShort, announce }: RunOptions): Promise<DrillResult> {
  const random = seeded(seed);
  const options = { name: drill.name, random, isShort, ...(announce && { announce }) };
  try {
    if ('restore' in drill) return await runRestore({ name: drill.name, ...drill.restore, random });
    if ('underNpmStart' in drill) {
      const scene = drill.underNpmStart;
      return judged(await runNpmStartScenario({ ...options, scene }), scene);
    }
    if ('replicated' in drill) {
      const scene = drill.replicated(isShort);
      return judged(await runScenario({ ...options, scene, createPostgres: OwnPair.create }), scene);
    }
    const scene = { ...drill, ...(isShort && drill.short) };
    const release = scene.isPreviousRelease ? await unpackPreviousRelease() : undefined;
    const createPostgres = () => OwnPostgres.create(scene.preparePostgres, release);
    return judged(await runScenario({ ...options, scene, createPostgres, release }), scene);
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { violations: [`the drill failed: ${text}`], report: text };
  }
}

function judged(outcome: Outcome, { judge }: Pick<Scene, 'judge'>): DrillResult {
  const violations = [...judgeOutcome(outcome), ...(judge?.(outcome) ?? [])];
  return { violations, report: reportOf(outcome, violations) };
}

/** Checks the outcome that every drill must have, whatever its fault. */
export function judgeOutcome({
  verdicts,
  violations: recorded,
  statuses,
  servers,
  exitCodes,
}: Outcome): string[] {
  const violations = verdicts.flatMap(({ id, violations: found }) =>
    found.map((violation) => `${id}: ${violation}`),
  );
  violations.push(...recorded);
  if (statuses.join(' ') !== 'completed completed unsold')
    violations.push(`the auctions ended as ${statuses.join(', ')}`);
  for (const server of servers) {
    if (server.hasDied) violations.push(`I10: server ${server.name} died`);
    if (/unhandled ?rejection|uncaught ?exception|an unhandled error/i.test(server.log()))
      violations.push(`I10: server ${server.name} had an unhandled error`);
  }
  if (exitCodes.some((code) => code !== 0))
    violations.push(`servers exited with ${exitCodes.join(', ')} after SIGTERM`);
  return violations;
}

function reportOf({ verdicts, history, folder }: Outcome, violations: readonly string[]): string {
  const others = violations
    .filter((violation) => !/^I\d: /.test(violation))
    .map((violation) => `✗ ${violation}`);
  return [describeVerdicts(verdicts), ...others, summary(history), `kept in ${folder}`].join('\n');
}

/** Summarizes the bids by outcome, refusals by their code. */
function summary(history: readonly HistoryEvent[]): string {
  const ends = history.filter(({ type, command }) => type !== 'invoke' && command === 'bid');
  const counts = new Map<string, number>();
  for (const { type, reply } of ends) {
    const code = type === 'ok' ? '' : ` ${(reply as { code?: string })?.code ?? ''}`;
    counts.set(`${type}${code}`, (counts.get(`${type}${code}`) ?? 0) + 1);
  }
  return `bids: ${[...counts].map(([what, count]) => `${count} ${what}`).join(', ')}`;
}

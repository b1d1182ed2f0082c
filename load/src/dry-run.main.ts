import { setPriority } from 'node:os';
import type { DryRunFigures, DryRunJob } from '@copup/shared/dry-runs.ts';
import { liveSubjects } from '@copup/shared/live-subjects.ts';
import { Operator } from '@copup/testkit/players.ts';
import { causeOf } from './errors.ts';
import { LoadRealm } from './realm.ts';
import type { Rehearsed } from './rehearsal.ts';
import { runRehearsal } from './run-rehearsal.ts';

/**
 * The simulated players of a dry run (O7), in a process of their own: a server starts it, sends one job, and receives the figures. A
 * message `stop` ends it early, with the figures until then; it ends with its server.
 */

/** Behind everything else on the machine. */
const LOWEST_PRIORITY = 19;

const stop = new AbortController();
process.on('disconnect', () => process.exit(1));
process.on('message', (message: DryRunJob | { stop: string }) => {
  if ('stop' in message) stop.abort(new Error(message.stop));
  else
    rehearse(message).then(
      (figures) => process.send?.({ figures }, () => process.exit(0)),
      (error: unknown) => process.send?.({ error: causeOf(error) }, () => process.exit(1)),
    );
});
setPriority(LOWEST_PRIORITY);
process.send?.({ ready: true });

async function rehearse(job: DryRunJob): Promise<DryRunFigures> {
  const operator = Operator.withToken(job.url, job.token);
  const { plural } = liveSubjects[job.kind];
  const subject = await operator.call<Rehearsed[typeof job.kind]>('GET', `/admin/${plural}/${job.subjectId}`);
  const realm = new LoadRealm(operator, { id: job.realm, users: job.users });
  const { url, kind, coins, durationMs, seed } = job;
  return runRehearsal(subject, { url, kind, realm, coins, durationMs, seed, signal: stop.signal });
}

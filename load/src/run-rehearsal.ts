import type { DryRunFigures } from '@copup/shared/dry-runs.ts';
import type { SubjectKindName } from '@copup/shared/live-subjects.ts';
import { dryRunFigures } from './dry-run-figures.ts';
import type { LoadRealm } from './realm.ts';
import { type Asked, planRehearsal, type Rehearsed } from './rehearsal.ts';
import { runLoad } from './run-load.ts';

interface RehearsalRun extends Omit<Asked, 'players'> {
  url: string;
  kind: SubjectKindName;
  /** Its caller deletes it. */
  realm: LoadRealm;
  signal: AbortSignal;
  /** For the full audit of the realm. */
  databaseUrl?: string;
}

/** Rehearses a subject with the players of a realm, and returns what they saw. */
export async function runRehearsal(
  subject: Rehearsed[SubjectKindName],
  { url, kind, realm, signal, databaseUrl, ...asked }: RehearsalRun,
): Promise<DryRunFigures> {
  const players = realm.users.length;
  const { scenario, sizes, plan } = planRehearsal(kind, subject as never, { ...asked, players });
  const result = await runLoad(
    {
      ...{ ...sizes, scenario, urls: [url], workers: 1, agents: [], secret: '', files: {}, assertions: [] },
      ...{ otlpUrl: undefined, ownsServer: true, operator: { email: '', password: '' }, spinPasscode: '' },
      ...{ transport: 'socket', databaseUrl },
    },
    'dry run',
    { status() {}, second() {} },
    signal,
    { plan, realm },
  );
  return dryRunFigures(result, await realm.listSubjects(kind).catch(() => []));
}

import { parseArgs } from 'node:util';
import { check, describeVerdicts } from '@copup/testkit/checker/checker.ts';
import type { WatcherRecord } from '@copup/testkit/checker/judge-watchers.ts';
import { openDatabase } from '@copup/testkit/database.ts';
import { type HistoryEvent, readJsonLines } from '@copup/testkit/history.ts';

const usage =
  'node drills/src/check.main.ts --database URL --history FILE [--watchers FILE] [--realm N] [--fault-ended ISO-TIME]';

const { values } = parseArgs({
  options: {
    database: { type: 'string' },
    history: { type: 'string' },
    watchers: { type: 'string' },
    realm: { type: 'string' },
    'fault-ended': { type: 'string' },
  },
});
if (!values.database || !values.history) {
  console.error(usage);
  process.exit(2);
}
const db = openDatabase({ url: values.database, poolSize: 2, applicationName: 'copup-check' });
try {
  const verdicts = await check({
    db,
    history: readJsonLines<HistoryEvent>(values.history),
    watchers: values.watchers ? readJsonLines<WatcherRecord>(values.watchers) : [],
    realm: values.realm === undefined ? undefined : Number(values.realm),
    faultEndedAtMs: values['fault-ended'] === undefined ? undefined : Date.parse(values['fault-ended']),
  });
  console.log(describeVerdicts(verdicts));
  process.exitCode = verdicts.every(({ violations }) => violations.length === 0) ? 0 : 1;
} finally {
  await db.close();
}

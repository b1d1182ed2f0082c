import { setTimeout as pause } from 'node:timers/promises';
import { call } from '@copup/testkit/players.ts';
import { findRandomPort } from '../../../scripts/ports.ts';
import type { Drill } from '../drill.ts';
import { openMailSink } from '../mail-sink.ts';

const email = 'user@drills.test';
/** The outbox waits 5 s before the first retry and twice as long before the next. */
const patienceMs = 40_000;

export const mailAway: Drill = {
  name: 'mail-away',
  fault: 'the mail server is unreachable',
  holds: 'registration succeeds; the mail arrives later',
  run: async ({ play }) => {
    const port = await findRandomPort();
    return play({
      env: { SMTP_URL: `smtp://127.0.0.1:${port}` },
      fault: async ({ servers, db, announce, addViolation }) => {
        announce('the mail server is down');
        const startMs = Date.now();
        const reply = await call(servers[0]?.url ?? '', 'POST', '/auth/send-otp', { body: { email } });
        if (reply.status !== 200) addViolation(`the request of a code was answered with ${reply.status}`);
        if (Date.now() - startMs > 2_000)
          addViolation(`the request of a code took ${Date.now() - startMs} ms`);
        while ((await attempts()) === 0 && Date.now() < startMs + patienceMs) await pause(100);
        const sink = await openMailSink(port);
        announce('the mail server is up again');
        while (!sink.recipients.includes(email) && Date.now() < startMs + patienceMs) await pause(100);
        await sink.close();
        const count = sink.recipients.filter((each) => each === email).length;
        if (count !== 1) addViolation(`the mail arrived ${count} times`);

        async function attempts(): Promise<number> {
          const { rows } = await db.pool.query<{ count: number }>(
            'SELECT coalesce(max(attempts), 0)::int AS count FROM mail_outbox WHERE last_error IS NOT NULL',
          );
          return rows[0]?.count ?? 0;
        }
      },
    });
  },
};

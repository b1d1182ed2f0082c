import { setTimeout as pause } from 'node:timers/promises';
import type { Drill } from '../drill.ts';
import { judgeNoError } from '../judge-outage.ts';

const offMs = 3_600_000;
const jumpEveryMs = 4_000;
const toleranceMs = 2_000;
const mostJobs = 2_000;

/** Replaces `Date` in a server: an hour ahead in server `one`, an hour behind in the other, and correct at intervals. */
const preload = `
const Real = Date;
const sign = (process.env.DATABASE_URL ?? '').includes('application_name=one') ? 1 : -1;
const now = () => Real.now() + (Math.floor(performance.now() / ${jumpEveryMs}) % 3 === 2 ? 0 : sign * ${offMs});
globalThis.Date = class extends Real {
  constructor(...args) { if (args.length === 0) super(now()); else super(...args); }
  static now() { return now(); }
};`;

export const serverClock: Drill = {
  name: 'server-clock',
  fault: 'one server is an hour ahead, the other an hour behind, and both jump every few seconds',
  holds: 'I5 I7 I9; displayed times and sessions use the database clock; no scheduled job runs in a loop',
  run: ({ play }) =>
    play({
      auctionMs: 14_000,
      env: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(preload)}` },
      fault: async ({ servers, db, announce, addViolation, moreBids }) => {
        announce('the clocks of both servers are wrong and jump');
        for (let round = 0; round < 4; round += 1) {
          for (const { name, url } of servers) {
            const { rows } = await db.pool.query<{ now: Date }>('SELECT clock_timestamp() AS now');
            const reply = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(5_000) });
            await reply.body?.cancel();
            const differenceMs = Date.parse(reply.headers.get('date') ?? '') - (rows[0]?.now.getTime() ?? 0);
            if (!(Math.abs(differenceMs) <= toleranceMs))
              addViolation(`server ${name} shows a time ${differenceMs} ms off`);
          }
          await moreBids(5);
          await pause(1_500);
        }
        for (const { name, url } of servers) {
          const metrics = await (await fetch(`${url}/metrics`)).text();
          const jobs = Number(/^copup_scheduled_jobs_total\{outcome="ran"\} (\d+)/m.exec(metrics)?.[1] ?? 0);
          if (jobs > mostJobs) addViolation(`server ${name} ran ${jobs} scheduled jobs`);
        }
      },
      judge: judgeNoError,
    }),
};

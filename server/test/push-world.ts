import { type SignedInClient, startApp, type TestAppOptions } from '@copup/testkit/app.ts';
import { noLimits } from '@copup/testkit/no-limits.ts';
import { PushService } from '@copup/testkit/push-service.ts';
import { vi } from 'vitest';
import { inTransaction } from '../src/db/in-transaction.ts';
import { PushStats } from '../src/features/push/push-figures.ts';
import { createSender } from '../src/features/push/send-push.ts';
import { LAGOS_OFFSET_MS } from '../src/lagos-time.ts';
import type { NewNotice } from '../src/notifications/notices.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** A server and a push service. Messages are sent by `sendAt` only, by a clock that starts at noon of tomorrow in Lagos. */
export async function openPushWorld(options: TestAppOptions = {}) {
  const service = await PushService.start();
  const app = await startApp({ ...options, env: service.env(), overrides: { limitRules: noLimits } });
  const { deps } = app;
  const { push } = deps.config;
  if (!push) throw new Error('push is off');
  const noonMs = Math.floor(Date.now() / DAY_MS) * DAY_MS + DAY_MS + 12 * HOUR_MS - LAGOS_OFFSET_MS;
  let nowMs = noonMs;
  const clock = { wallMs: () => nowMs, monotonicMs: () => nowMs };
  const scheduleJob = vi.fn<(kind: string, id: string, at: Date) => void>();
  const stats = new PushStats();
  const jobs = { ...deps.jobs, scheduleJob };
  const sender = createSender({ ...deps, clock, jobs }, push, stats);
  const operator = await app.signIn({ role: 1 });

  return {
    app,
    deps,
    service,
    operator,
    noonMs,
    scheduleJob,
    figures: () => stats.figures(),
    /** Sends what is due at this time, noon of tomorrow at first. */
    async sendAt(atMs: number): Promise<void> {
      nowMs = atMs;
      // As if all was written at noon.
      await deps.db.pool.query('UPDATE push_messages SET created_at = $1 WHERE created_at < $1', [
        new Date(noonMs),
      ]);
      await sender.sendDue();
    },
    /** A browser that the player has subscribed. */
    async subscribed(player: SignedInClient) {
      const browser = service.openBrowser();
      const { body } = await player.post('/user/push/devices', browser.subscription());
      return Object.assign(browser, { id: body.id as string });
    },
    write: (...notices: NewNotice[]) => inTransaction(deps.db, (tx) => deps.notices.write(tx, notices)),
    /** An auction without an entry fee that ends two days after noon of tomorrow. */
    async createAuction(over: object = {}): Promise<number> {
      const { body } = await operator.post('/admin/auctions', {
        name: 'Tecno Phantom',
        category: 'product',
        price: 1_000,
        entry_bid_points: 0,
        end_date: new Date(noonMs + 2 * DAY_MS).toISOString(),
        ...over,
      });
      return body.id;
    },
    async bid(player: SignedInClient, id: number): Promise<void> {
      await player.post(`/auction/pay-entry/${id}`);
      const { status, body } = await player.post(`/auction/bid/${id}`);
      if (status !== 200) throw new Error(`the bid was refused: ${JSON.stringify(body)}`);
    },
    queue: async (browser: { id: string }) =>
      (
        await deps.db.pool.query(
          'SELECT kind, due_at, sent_at FROM push_messages WHERE subscription_id = $1',
          [browser.id],
        )
      ).rows,
    query: async (text: string, values: unknown[] = []) => (await deps.db.pool.query(text, values)).rows,
    async close() {
      sender.close();
      await app.close();
      await service.close();
    },
  };
}

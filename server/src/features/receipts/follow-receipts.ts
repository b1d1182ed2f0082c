import type { ServerResponse } from 'node:http';
import type { ReceiptStatus } from '@copup/shared/sealed-receipt.ts';
import type { Deps } from '../../deps.ts';
import { receiptStatusesText } from './receipt-kinds.ts';

/** A change reaches an open page within this time, the query and the page. */
const EACH_MS = 300;
/** Pages beyond are read again by hand. */
const MAX_PAGES = 2_000;
/** A browser asks again by itself. */
const MAX_OPEN_MS = 300_000;

interface OpenPage {
  code: string;
  /** The status that it shows. */
  status: string;
  reply: ServerResponse;
  untilMs: number;
}

export interface FollowedReceipts {
  /** Sends one event when the status is another one, or the sharing has ended. Returns false above the limit. */
  follow(page: Pick<OpenPage, 'code' | 'status' | 'reply'>): boolean;
  stop(): void;
}

/**
 * Follows the receipts of open pages. One query for all of them, and none without a page: no command has to know who
 * looks at its receipt, and it works without Redis.
 */
export function followReceipts({ db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>): FollowedReceipts {
  const pages = new Set<OpenPage>();
  let timer: NodeJS.Timeout | undefined;

  const end = (page: OpenPage, event = ''): void => {
    pages.delete(page);
    page.reply.end(event);
  };

  async function read(): Promise<void> {
    const codes = [...new Set([...pages].map(({ code }) => code))];
    const { rows } = await db.pool.query<{ code: string; status: ReceiptStatus }>({
      name: 'receipt-statuses',
      text: receiptStatusesText,
      values: [codes],
    });
    const statuses = new Map(rows.map(({ code, status }) => [code, status]));
    for (const page of pages) {
      // One that was opened during the read is not in it.
      if (!codes.includes(page.code)) continue;
      if (statuses.get(page.code) !== page.status) end(page, 'data: changed\n\n');
      else if (page.untilMs < clock.monotonicMs()) end(page);
    }
  }

  function schedule(): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      if (pages.size === 0) return;
      read()
        .catch((error: unknown) => log.warn({ err: error }, 'receipts: the open ones could not be read'))
        .finally(schedule);
    }, EACH_MS);
  }

  return {
    follow(opened) {
      if (pages.size >= MAX_PAGES) return false;
      const page = { ...opened, untilMs: clock.monotonicMs() + MAX_OPEN_MS };
      pages.add(page);
      opened.reply.on('close', () => pages.delete(page));
      schedule();
      return true;
    },
    stop() {
      clearTimeout(timer);
      for (const page of [...pages]) end(page);
    },
  };
}

import type {
  BankDay,
  BankRecords,
  ReconciliationFacts,
  StatementLine,
} from '@copup/shared/reconciliation.ts';
import { type SignedInClient, startApp, type TestAppOptions } from '@copup/testkit/app.ts';
import { type ApiClient, accepted } from '@copup/testkit/client.ts';
import { createTestDatabase } from '@copup/testkit/databases.ts';
import { createMovableClock } from '@copup/testkit/movable-clock.ts';
import { noLimits } from '@copup/testkit/no-limits.ts';
import { LAGOS_OFFSET_MS } from '../src/lagos-time.ts';

export const DAY_MS = 86_400_000;
export const BANK = 'GTBank';
const HEADINGS = 'Date,Amount,Narration,Sender,Reference,Currency';

/** A line of a CSV; undefined cells have a value of their own. */
export interface CsvLine {
  day?: string;
  amount?: number;
  narration?: string;
  sender?: string;
  reference?: string;
  currency?: string;
}

export type BankWorld = Awaited<ReturnType<typeof openBankWorld>>;

/** Starts two servers whose clock moves, with helpers for payments and statements of the bank. */
export async function openBankWorld(options: TestAppOptions = {}) {
  const database = await createTestDatabase();
  const clock = await createMovableClock(database);
  const open = () => startApp({ database, overrides: { limitRules: noLimits, clock }, ...options });
  const [server, other] = [await open(), await open()];
  const [operator, second] = [await server.signIn({ role: 1 }), await server.signIn({ role: 1 })];
  let made = 0;
  const today = () => new Date(clock.wallMs() + LAGOS_OFFSET_MS).toISOString().slice(0, 10);
  /** The person with a new session: those before end while the clock moves. */
  const now = ({ user }: SignedInClient, on = server): Promise<ApiClient> => on.signInAs(user.id);

  const csv = (lines: readonly CsvLine[]) =>
    [
      HEADINGS,
      ...lines.map(
        ({ day = today(), amount = 9_900, narration = 'NIP', sender = '', reference, currency = 'NGN' }) => {
          made += 1;
          return [day, amount, narration, sender, reference ?? `S${made}-${day}`, currency].join(',');
        },
      ),
    ].join('\n');

  async function send(call: 'preview' | 'import', text: string, fields: object = {}, by = operator) {
    const form = new FormData();
    for (const [name, value] of Object.entries({ bank: BANK, ...fields })) form.set(name, value);
    form.set('file', new Blob([text]), 'statement.csv');
    return (await now(by)).post(`/admin/reconciliation/${call}`, form);
  }
  const get = async (path: string, by = operator) => accepted(await (await now(by)).get(`/admin/${path}`));

  return {
    ...{ clock, server, other, operator, second, now, today, csv, send, get },
    /** Imports lines and returns them as they are shown, in their order. */
    async lines(...lines: readonly CsvLine[]): Promise<StatementLine[]> {
      const before = new Set((await this.listed()).map(({ id }) => id));
      accepted(await send('import', csv(lines)));
      return (await this.listed()).filter(({ id }) => !before.has(id));
    },
    listed: (filter = ''): Promise<StatementLine[]> =>
      get(`statement-lines?perPage=1000&sort=id&order=ASC${filter}`),
    line: (id: number): Promise<StatementLine> => get(`statement-lines/${id}`),
    facts: (): Promise<ReconciliationFacts> => get('reconciliation'),
    records: (filter = ''): Promise<BankRecords> => get(`reconciliation/records?${filter}`),
    day: (day: string, by = operator): Promise<BankDay> => get(`reconciliation/days/${day}`, by),
    close: async (day: string, by = operator) =>
      (await now(by)).post(`/admin/reconciliation/days/${day}/close`),
    confirm: async (
      { id, proposal }: StatementLine,
      { by = operator, on = server, key = '', ...body }: Confirming = {},
    ) =>
      (await now(by, on)).post(
        `/admin/statement-lines/${id}/confirm`,
        { kind: proposal?.record.kind, record_id: proposal?.record.id, ...body },
        { 'idempotency-key': key || undefined },
      ),
    explain: async (id: number, by = operator) =>
      accepted(
        await (await now(by)).post(`/admin/statement-lines/${id}/explain`, {
          reason: 'fee',
          note: 'Fee of the bank',
        }),
      ),
    /** A buyer who announced a transfer of ₦9,900 for 100 coins. */
    async buyer(pack = { price: 9_900, bid_points: 100 }, name = 'Blessing Etim') {
      const player = await server.signIn();
      const announced = { ...pack, sender_account_name: name };
      const { id, reference } = accepted(await player.post('/manualPayment/manual-payment', announced));
      return {
        ...{ id: Number(id), reference: String(reference), player },
        coins: async (): Promise<number> =>
          accepted(await (await now(player)).get('/user/profile')).bid_points,
      };
    },
    async end() {
      await other.close();
      await server.close();
      await database.drop();
    },
  };
}

interface Confirming {
  by?: SignedInClient;
  on?: Awaited<ReturnType<typeof startApp>>;
  key?: string;
  kind?: string;
  record_id?: number;
  bank_reference?: string;
}

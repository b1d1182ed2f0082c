import { KOBO_PER_NAIRA } from '@copup/shared/coins.ts';
import { NewTraderBody } from '@copup/shared/trades.ts';
import sharp from 'sharp';
import { createUsers } from '../../accounts/create-users.ts';
import { inTransaction, type Transaction } from '../../db/in-transaction.ts';
import { demoOperator, demoPlayers } from '../../demo-accounts.ts';
import type { Deps } from '../../deps.ts';
import type { DemoContent } from '../../feature.ts';
import { type Buy, buy } from './buy.ts';
import { approveTrade, rejectTrade } from './decide-trade.ts';
import { demoBuyers, demoTraders } from './demo-catalogue.ts';
import { lockStock, moveStock } from './trade-accounts.ts';
import { createTrader } from './write-trader.ts';

/** Key of the advisory lock; must differ from the other advisory locks on this database. */
const LOCK = 7_301_030;

type Pool = Pick<Transaction['client'], 'query'>;

/** Five traders with stock, decided trades of the demo's first player, and pending ones for the operators' queue (X11). */
export const tradesDemo: DemoContent = {
  exists: async ({ pool }) => (await pool.query('SELECT FROM traders LIMIT 1')).rowCount !== 0,
  async renew(deps) {
    if ((await missing(deps.db.pool)) === undefined) return;
    // The steps commit on their own; the lock lets one server at a time take them.
    await inTransaction(deps.db, async (tx) => {
      await tx.client.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
      const step = await missing(tx.client);
      if (step !== undefined) await steps[step](deps);
    });
  },
};

type Step = 'traders' | 'buyers' | 'history' | 'queue';

/** Returns the first part of the demo that is missing; each run adds one. */
async function missing(source: Pool): Promise<Step | undefined> {
  const { rows } = await source.query<Record<Step, boolean>>({
    name: 'demo-trades-missing',
    text: `SELECT
        (SELECT count(*) FROM traders t JOIN funds f ON f.kind = 'stock' AND f.realm = 0 AND f.unit = 'coin'
          AND f.subject_kind = 'trader' AND f.subject_id = t.id::text AND f.version > 0
          WHERE t.name = ANY($1::text[])) < cardinality($1::text[]) AS traders,
        (SELECT count(*) FROM users WHERE username = ANY($2::citext[])) < cardinality($2::text[]) AS buyers,
        NOT EXISTS (SELECT FROM trades t JOIN users u ON u.id = t.user_id WHERE u.email = $3) AS history,
        NOT EXISTS (SELECT FROM trades t JOIN users u ON u.id = t.user_id
          WHERE u.username = ANY($2::citext[]) AND t.status = 'pending') AS queue`,
    values: [
      demoTraders.map(({ name }) => name),
      demoBuyers.map(({ username }) => username),
      demoPlayers[0].email,
    ],
  });
  const found = rows[0];
  return (['traders', 'buyers', 'history', 'queue'] as const).find((step) => found?.[step]);
}

const steps: Record<Step, (deps: Deps) => Promise<void>> = {
  async traders(deps) {
    for (const { stock, ...trader } of demoTraders) {
      const id = (await findIds(deps, 'SELECT id::text FROM traders WHERE name = $1', trader.name))[0];
      const traderId = id ? Number(id) : await createTrader(deps, null, NewTraderBody.parse(trader));
      await inTransaction(deps.db, async (tx) => {
        const fund = await lockStock(tx, deps, traderId);
        if (fund.version === 0) await moveStock(tx, deps, fund, stock);
      });
    }
  },

  async buyers(deps) {
    await inTransaction(deps.db, (tx) => createUsers(tx, deps, demoBuyers));
  },

  async history(deps) {
    const [player] = await findIds(deps, 'SELECT id FROM users WHERE email = $1', demoPlayers[0].email);
    const [operatorId] = await findIds(deps, 'SELECT id FROM users WHERE email = $1', demoOperator.email);
    if (!player || !operatorId) return;
    const approved = await buyFrom(deps, player, 1, 120);
    const bankReference = `DEMO-${approved}`;
    await approveTrade(deps, { tradeId: approved, operatorId, bankReference, key: undefined });
    const rejected = await buyFrom(deps, player, 2, 60);
    const reason = 'The transfer did not arrive at the trader’s bank.';
    await rejectTrade(deps, { tradeId: rejected, operatorId, reason, key: undefined });
  },

  async queue(deps) {
    const text = 'SELECT id FROM users WHERE username = ANY($1::citext[]) ORDER BY username';
    const buyers = await findIds(
      deps,
      text,
      demoBuyers.map(({ username }) => username),
    );
    for (const [nth, buyer] of buyers.entries()) await buyFrom(deps, buyer, 2 + nth, 200 + 50 * nth);
  },
};

async function findIds({ db }: Pick<Deps, 'db'>, text: string, value: unknown): Promise<string[]> {
  const { rows } = await db.pool.query<{ id: string }>(text, [value]);
  return rows.map(({ id }) => id);
}

/** Buys from a trader of the catalogue, by the same command as a player. Returns the number of the trade. */
async function buyFrom(deps: Deps, userId: string, nth: number, points: number): Promise<number> {
  const wanted = demoTraders[nth];
  const [traderId] = await findIds(deps, 'SELECT id::text FROM traders WHERE name = $1', wanted?.name);
  const command: Buy = {
    traderId: Number(traderId),
    viewer: { userId, realm: 0 },
    points,
    totalKobo: points * (wanted?.price ?? 0) * KOBO_PER_NAIRA,
    screenshot: await deps.uploads.encodeProof(await drawReceipt(deps)),
    key: undefined,
  };
  return (await buy(deps, command)).trade.id;
}

/** Draws a bank's receipt as an app would show it. Its bars differ each time, as no screenshot can be used twice. */
function drawReceipt({ randomBytes }: Pick<Deps, 'randomBytes'>): Promise<Buffer> {
  const bars = [...randomBytes(12)]
    .map((byte, at) => {
      const y = 300 + at * 34;
      return `<rect x="48" y="${y}" width="90" height="14" rx="7" fill="#d5d8e4"/>
        <rect x="${352 - byte / 2}" y="${y}" width="${byte / 2 + 60}" height="14" rx="7" fill="#9aa1bd"/>`;
    })
    .join('');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="460" height="820">
    <rect width="460" height="820" fill="#f4f3ee"/><rect x="24" y="60" width="412" height="700" rx="28" fill="#fff"/>
    <circle cx="230" cy="160" r="54" fill="#d9f3e4"/>
    <path d="M206 162l18 18 34-38" fill="none" stroke="#0a7245" stroke-width="12" stroke-linecap="round"/>
    <rect x="120" y="238" width="220" height="26" rx="13" fill="#0f1530"/>${bars}</svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}

import { KOBO_PER_NAIRA } from '@copup/shared/coins.ts';
import sharp from 'sharp';
import { inTransaction } from '../../db/in-transaction.ts';
import { decide } from '../../decisions/decide.ts';
import { demoPlayers } from '../../demo-accounts.ts';
import { demoInSteps, demoUsersStep, findDemoPeople } from '../../demo-content.ts';
import type { Deps } from '../../deps.ts';
import { createRecord } from '../../records/write-record.ts';
import { type Buy, buy } from './buy.ts';
import { demoBuyers, demoTraders } from './demo-catalogue.ts';
import { lockStock, moveStock } from './trade-accounts.ts';
import { tradeKind } from './trade-kind.ts';
import { traderRecord } from './traders.record.ts';

const names = demoBuyers.map(({ username }) => username);
const values = () => [demoTraders.map(({ name }) => name), names, demoPlayers[0].email];
const tradesOf = (who: string) => `SELECT FROM trades t JOIN users u ON u.id = t.user_id WHERE ${who}`;

/** Five traders with stock, decided trades of the demo's first player, and pending ones for the operators' queue (X11). */
export const tradesDemo = demoInSteps('traders', values, {
  traders: {
    isMissing: `(SELECT count(*) FROM traders t JOIN funds f ON f.kind = 'stock' AND f.realm = 0 AND f.unit = 'coin'
      AND f.subject_kind = 'trader' AND f.subject_id = t.id::text AND f.version > 0
      WHERE t.name = ANY($1::text[])) < cardinality($1::text[])`,
    async create(deps) {
      for (const { stock, ...trader } of demoTraders) {
        const id = (await findIds(deps, 'SELECT id::text FROM traders WHERE name = $1', trader.name))[0];
        const traderId = id ? Number(id) : await createRecord(deps, traderRecord(deps), null, trader);
        await inTransaction(deps.db, async (tx) => {
          const fund = await lockStock(tx, deps, traderId);
          if (fund.version === 0) await moveStock(tx, deps, fund, stock);
        });
      }
    },
  },
  buyers: demoUsersStep(2, demoBuyers),
  history: {
    isMissing: `NOT EXISTS (${tradesOf('u.email = $3')})`,
    async create(deps) {
      const { operator, players } = await findDemoPeople(deps);
      const [player] = players;
      if (!player || !operator) return;
      const operatorId = operator.id;
      const approved = await buyFrom(deps, player.id, 1, 120);
      const bankReference = `DEMO-${approved}`;
      await decide(deps, tradeKind, { id: approved, action: 'approve', operatorId, bankReference });
      const rejected = await buyFrom(deps, player.id, 2, 60);
      const reason = 'The transfer did not arrive at the trader’s bank.';
      await decide(deps, tradeKind, { id: rejected, action: 'reject', operatorId, reason });
    },
  },
  queue: {
    isMissing: `NOT EXISTS (${tradesOf(`u.username = ANY($2::citext[]) AND t.status = 'pending'`)})`,
    async create(deps) {
      const text = 'SELECT id FROM users WHERE username = ANY($1::citext[]) ORDER BY username';
      const buyers = await findIds(deps, text, names);
      for (const [nth, buyer] of buyers.entries()) await buyFrom(deps, buyer, 2 + nth, 200 + 50 * nth);
    },
  },
});

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

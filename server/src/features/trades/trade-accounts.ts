import type { Transaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import { ensureFund, type Fund, type FundName, lockFunds } from '../../ledger/accounts.ts';
import { postTransfers } from '../../ledger/post-transfers.ts';
import type { Subject } from '../../subject.ts';
import type { TradeRow } from './trades.tables.ts';

export const traderSubject = (id: number): Subject => ({ kind: 'trader', id: String(id) });
export const tradeSubject = (id: number): Subject => ({ kind: 'trade', id: String(id) });

/** P2P is of the realm of real players only (O5). */
const realm = 0;
const stockOf = (traderId: number): FundName => ({ kind: 'stock', realm, subject: traderSubject(traderId) });
const escrowOf = (tradeId: number): FundName => ({ kind: 'escrow', realm, subject: tradeSubject(tradeId) });

type PostDeps = Pick<Deps, 'newId'>;
type Coins = Pick<TradeRow, 'id' | 'traderId' | 'bidPoints'>;

/** Locks the trader's stock, creating it empty at the trader's creation. Lock the trader before. */
export async function lockStock(tx: Transaction, { newId }: PostDeps, traderId: number): Promise<Fund> {
  const { id } = await ensureFund(tx, newId(), stockOf(traderId));
  return (await lockFunds(tx, [id])).get(id) as Fund;
}

/** Moves the coins of a trade from the trader's stock to the trade's escrow; a dispute may do so a second time. */
export async function reserve(
  tx: Transaction,
  deps: PostDeps,
  trade: Coins,
  stock: Fund,
  time: 'first' | 'dispute' = 'first',
): Promise<void> {
  const escrow = await ensureFund(tx, deps.newId(), escrowOf(trade.id));
  const key = time === 'first' ? keyOf(trade) : `${keyOf(trade)}:dispute`;
  const ends: Ends = { from: { kind: 'stock', id: stock.id }, to: { kind: 'escrow', id: escrow.id } };
  await post(tx, deps.newId(), trade, 'trade_reserve', ends, key);
}

/** Moves the coins from the escrow to the buyer. Returns the transfer's id, a new one unless the trade has it already. */
export async function payOut(
  tx: Transaction,
  deps: PostDeps,
  trade: Coins & Pick<TradeRow, 'userId' | 'paymentId'>,
): Promise<string> {
  const escrow = await ensureFund(tx, deps.newId(), escrowOf(trade.id));
  const id = trade.paymentId ?? deps.newId();
  await post(tx, id, trade, 'trade', {
    from: { kind: 'escrow', id: escrow.id },
    to: { kind: 'available', id: trade.userId },
  });
  return id;
}

/** Returns the coins from the escrow to the trader's stock. */
export async function returnToStock(tx: Transaction, deps: PostDeps, trade: Coins): Promise<void> {
  const escrow = await ensureFund(tx, deps.newId(), escrowOf(trade.id));
  const stock = await ensureFund(tx, deps.newId(), stockOf(trade.traderId));
  await post(tx, deps.newId(), trade, 'escrow_return', {
    from: { kind: 'escrow', id: escrow.id },
    to: { kind: 'stock', id: stock.id },
  });
}

type Posting = Parameters<typeof postTransfers>[1][number]['postings'][number];
type Ends = Pick<Posting, 'from' | 'to'>;
const keyOf = ({ id }: Coins): string => `trade:${id}`;

async function post(
  tx: Transaction,
  id: string,
  trade: Coins,
  kind: 'trade_reserve' | 'trade' | 'escrow_return',
  ends: Ends,
  key: string = keyOf(trade),
): Promise<void> {
  await postTransfers(tx, [
    {
      id,
      kind,
      realm,
      subject: tradeSubject(trade.id),
      key,
      postings: [{ ...ends, amount: trade.bidPoints }],
    },
  ]);
}

/** Moves coins from issuance to the stock, or back. The caller has checked that the stock has them. */
export async function moveStock(
  tx: Transaction,
  { newId }: PostDeps,
  stock: Fund,
  points: number,
): Promise<string> {
  const id = newId();
  const issuance = { kind: 'issuance' } as const;
  const account = { kind: 'stock', id: stock.id } as const;
  const isFunding = points > 0;
  await postTransfers(tx, [
    {
      id,
      kind: isFunding ? 'stock_in' : 'stock_out',
      realm,
      subject: stock.subject,
      key: id,
      input: { points },
      postings: [
        {
          from: isFunding ? issuance : account,
          to: isFunding ? account : issuance,
          amount: Math.abs(points),
        },
      ],
    },
  ]);
  return id;
}

import { randomBytes } from 'node:crypto';
import type { Receipt } from '@copup/shared/receipts.ts';
import { RECEIPT_CODE_LENGTH, type ReceiptContent, type ReceiptKind } from '@copup/shared/sealed-receipt.ts';
import { maskName } from '../../accounts/mask-name.ts';
import { and, eq, isNull, sql } from '../../db/drizzle.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import type { ReceiptSigner } from './receipt-keys.ts';
import { type ReceiptRow, receiptTexts } from './receipt-kinds.ts';
import { receipts } from './receipts.tables.ts';

type ReceiptDeps = Pick<Deps, 'db' | 'clock'>;

interface Item {
  userId: string;
  kind: ReceiptKind;
  itemId: string;
}

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Returns a code of 130 random bits. */
const newCode = (): string =>
  Array.from(randomBytes(RECEIPT_CODE_LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join('');

/** Returns the code under which the user shares an own item. A second request returns the same code. */
export async function shareReceipt({ db }: Pick<Deps, 'db'>, item: Item): Promise<string> {
  if (!(await findRow(db, item))) throw notFound();
  const { rows } = await db.pool.query<{ code: string }>({
    name: 'receipt-share',
    // The update changes nothing, so that the row that is there is returned.
    text: `INSERT INTO receipts (code, user_id, kind, item_id) VALUES ($1, $2, $3, $4)
      ON CONFLICT (user_id, kind, item_id) WHERE ended_at IS NULL DO UPDATE SET kind = excluded.kind RETURNING code`,
    values: [newCode(), item.userId, item.kind, item.itemId],
  });
  return (rows[0] as { code: string }).code;
}

/** Ends the sharing of an own receipt; repeated, it changes nothing. */
export async function endReceipt({ db }: Pick<Deps, 'db'>, userId: string, code: string): Promise<void> {
  const { rowCount } = await db.orm
    .update(receipts)
    .set({ endedAt: sql`coalesce(${receipts.endedAt}, clock_timestamp())` })
    .where(and(eq(receipts.code, code), eq(receipts.userId, userId)));
  if (rowCount === 0) throw notFound();
}

/** S7: the links of a deleted account lead nowhere. */
export const endReceiptsOf = (tx: Pick<Deps['db'], 'orm'>, userId: string) =>
  tx.orm
    .update(receipts)
    .set({ endedAt: sql`clock_timestamp()` })
    .where(and(eq(receipts.userId, userId), isNull(receipts.endedAt)));

/** Reads a shared receipt from the books, and signs it as of now; with the user who received what it is of. */
export async function readReceipt(
  deps: ReceiptDeps,
  signer: ReceiptSigner,
  code: string,
): Promise<{ receipt: Receipt; recipientId: string | null }> {
  const [shared] = await deps.db.orm.select().from(receipts).where(eq(receipts.code, code));
  if (!shared) throw notFound();
  if (shared.endedAt !== null) throw new Refusal('RECEIPT_ENDED', 'The owner stopped sharing this.');
  const row = await findRow(deps.db, shared);
  if (!row) throw notFound();
  const content: ReceiptContent = {
    code,
    kind: shared.kind,
    what: row.what,
    coins: row.coins,
    kobo: row.kobo,
    from: masked(row.sender),
    to: masked(row.recipient),
    at: row.at.toISOString(),
    status: row.status,
    read: new Date(deps.clock.wallMs()).toISOString(),
  };
  const receipt = {
    ...content,
    status_at: row.status === 'pending' ? null : (row.status_at?.toISOString() ?? null),
    reason: row.reason,
    sealed: await signer.seal(content),
  };
  return { receipt, recipientId: row.recipient_id };
}

async function findRow(db: Deps['db'], { kind, itemId, userId }: Item): Promise<ReceiptRow | undefined> {
  if (/-/.test(itemId) !== (kind === 'send')) return undefined;
  const { rows } = await db.pool.query<ReceiptRow>({
    name: `receipt-${kind}`,
    text: receiptTexts[kind],
    values: [itemId, userId],
  });
  return rows[0];
}

const masked = (name: string | null): string => (name === null ? 'Copup' : maskName(name));
const notFound = () => new Refusal('RECEIPT_NOT_FOUND', 'We couldn’t find that receipt.');

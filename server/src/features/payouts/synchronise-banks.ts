import { takeLock } from '../../db/advisory-locks.ts';
import { inTransaction, type Transaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import { listProviderBanks, ProviderUnknown, providerOf } from '../../provider/provider-api.ts';
import { banks } from './payouts.tables.ts';

const MAX_NAME = 100;

/**
 * Adds the provider's banks that are missing, and marks which banks it lists (W19). A bank with another code is found by its
 * name. Names, notes and closed banks stay as operators set them. Without a provider no bank is listed: all payouts are paid by
 * hand.
 */
export async function synchroniseBanks({
  config,
  db,
  log,
}: Pick<Deps, 'config' | 'db' | 'log'>): Promise<void> {
  const provider = providerOf(config.cardPayments);
  const listed = new Map<string, string>();
  try {
    for (const { code, name } of provider ? await listProviderBanks(provider) : []) {
      const line = name.replace(/\s+/g, ' ').trim().slice(0, MAX_NAME);
      if (/^[A-Za-z0-9]{1,20}$/.test(code) && line !== '') listed.set(code, line);
    }
  } catch (error) {
    if (!(error instanceof ProviderUnknown)) throw error;
    log.warn({ err: error }, 'payouts: the list of banks was not read');
    return;
  }
  // An empty list would stop all sending.
  if (provider && listed.size === 0) return;
  await inTransaction(db, async (tx) => {
    // Another server's new banks would be missing in this list.
    await takeLock(tx, 'bankList');
    await write(tx, await compare(tx, listed));
  });
}

async function write({ client }: Transaction, changes: readonly ListedBank[]): Promise<void> {
  await client.query({
    name: 'banks-synchronise',
    text: `WITH l AS (SELECT * FROM unnest($1::text[], $2::text[], $3::int[]) AS l (code, name, bank_id)),
      added AS (
        INSERT INTO banks (code, name, provider_code, is_listed)
        SELECT 'p_' || lower(l.code), l.name, l.code, true FROM l WHERE l.bank_id IS NULL ON CONFLICT DO NOTHING)
      UPDATE banks b SET provider_code = coalesce(l.code, b.provider_code), is_listed = l.code IS NOT NULL
      FROM banks old LEFT JOIN l ON l.bank_id = old.id
      WHERE old.id = b.id AND (b.is_listed <> (l.code IS NOT NULL) OR b.provider_code IS DISTINCT FROM coalesce(l.code, b.provider_code))`,
    values: [
      changes.map(({ code }) => code),
      changes.map(({ name }) => name),
      changes.map(({ bankId }) => bankId),
    ],
  });
}

interface ListedBank {
  code: string;
  name: string;
  /** The bank that it is; null for one that is missing. */
  bankId: number | null;
}

async function compare({ orm }: Transaction, listed: ReadonlyMap<string, string>): Promise<ListedBank[]> {
  const { id, name, providerCode } = banks;
  const known = await orm.select({ id, name, providerCode }).from(banks);
  const byCode = new Map(known.map((bank) => [bank.providerCode, bank]));
  const others = known.filter((bank) => !listed.has(bank.providerCode ?? ''));
  const byName = new Map(others.map((bank) => [plain(bank.name), bank]));
  return [...listed].map(([code, text]) => {
    const found = byCode.get(code) ?? byName.get(plain(text));
    // Two of the list never become one bank.
    byName.delete(plain(text));
    return { code, name: text, bankId: found?.id ?? null };
  });
}

/** A name without what banks write in it or not. */
const plain = (name: string): string =>
  name
    .toLowerCase()
    .replace(/\b(bank|plc|nigeria|limited|ltd|microfinance|mfb)\b/g, '')
    .replace(/[^a-z0-9]/g, '') || name;

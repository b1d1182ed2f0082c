import type { Database } from '../../db/database.ts';
import { eq } from '../../db/drizzle.ts';
import type { Transaction } from '../../db/in-transaction.ts';
import { Keyset, type Page, type PageQuery } from '../../db/keyset.ts';
import { banks } from './payouts.tables.ts';

export type BankRow = typeof banks.$inferSelect;

const byName = new Keyset('ASC', { name: ['banks.name', 'text'], id: ['banks.id', 'int'] });

/** Lists all banks by name, closed ones included. */
export async function listBanks({ orm }: Database, query: PageQuery): Promise<Page<BankRow>> {
  const { after, by, limit } = byName.orm(query);
  return byName.cut(await orm.select().from(banks).where(after).orderBy(by).limit(limit), query);
}

export async function findBank(source: Database | Transaction, code: string): Promise<BankRow | undefined> {
  return (await source.orm.select().from(banks).where(eq(banks.code, code)))[0];
}

import type { AdminBanksQuery } from '@copup/shared/payouts.ts';
import type { ListQuery } from '@copup/shared/wire.ts';
import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { Database } from '../../db/database.ts';
import type { Transaction } from '../../db/in-transaction.ts';
import { Keyset, type Page, type PageQuery } from '../../db/keyset.ts';
import { type OperatorList, readList, searchPattern } from '../../operators/operator-list.ts';
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

export async function findBankById(source: Database | Transaction, id: number): Promise<BankRow | undefined> {
  return (await source.orm.select().from(banks).where(eq(banks.id, id)))[0];
}

const adminBanks: OperatorList = {
  from: 'banks b',
  key: 'b.id',
  select: `SELECT b.id, b.code, b.name, b.is_open AS "isOpen", b.note, b.created_at AS "createdAt", b.updated_at AS "updatedAt"
    FROM page JOIN banks b ON b.id = page.key`,
  orders: { id: ['b.id'], name: ['b.name', 'b.id'] },
  orderBy: 'id',
};

type Query = z.output<typeof ListQuery> & z.output<typeof AdminBanksQuery>;

/** Reads a page of the banks for operators, with the total. */
export async function listAdminBanks(
  db: Database,
  query: Query,
): Promise<{ rows: BankRow[]; total: number }> {
  const pattern = query.q && searchPattern(query.q);
  return readList<BankRow>(db, adminBanks, query, [
    ...(query.is_open === undefined ? [] : [{ sql: 'b.is_open = ?', values: [query.is_open === 'true'] }]),
    ...(pattern ? [{ sql: 'b.name ILIKE ? OR b.code ILIKE ?', values: [pattern, pattern] }] : []),
  ]);
}

import type { ListQuery } from '@copup/shared/wire.ts';
import { and, asc, eq, getTableColumns, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Database } from '../../db/database.ts';
import type { Transaction } from '../../db/in-transaction.ts';
import { Keyset, type Page, type PageQuery } from '../../db/keyset.ts';
import { type OperatorList, readList } from '../../operators/operator-list.ts';
import { lowestPrice } from '../../payments/lowest-price.ts';
import { coinPackages, type PackageRow } from './shop.tables.ts';

/** A package whose price is too low since the ratio was raised is not sold. */
const isOffered = (ratio: number) =>
  and(
    coinPackages.isActive,
    sql`${coinPackages.priceKobo} >= ${coinPackages.bidPoints} * ${lowestPrice(1, ratio)}`,
  );

const smallestFirst = new Keyset('ASC', {
  bidPoints: ['coin_packages.bid_points', 'int'],
  id: ['coin_packages.id', 'int'],
});

/** Lists what the shop sells, the smallest package first. */
export async function listOffered(db: Database, ratio: number, query: PageQuery): Promise<Page<PackageRow>> {
  const { after, by, limit } = smallestFirst.orm(query);
  const rows = await db.orm
    .select()
    .from(coinPackages)
    .where(and(isOffered(ratio), after))
    .orderBy(by)
    .limit(limit);
  return smallestFirst.cut(rows, query);
}

/** Finds a package that is sold with these coins at this price (W2). */
export async function findOffer(
  tx: Transaction,
  ratio: number,
  { bidPoints, priceKobo }: Pick<PackageRow, 'bidPoints' | 'priceKobo'>,
): Promise<PackageRow | undefined> {
  const [row] = await tx.orm
    .select()
    .from(coinPackages)
    .where(
      and(isOffered(ratio), eq(coinPackages.bidPoints, bidPoints), eq(coinPackages.priceKobo, priceKobo)),
    )
    .orderBy(asc(coinPackages.id))
    .limit(1);
  return row;
}

export async function findPackage(
  source: Database | Transaction,
  id: number,
): Promise<PackageRow | undefined> {
  return (await source.orm.select().from(coinPackages).where(eq(coinPackages.id, id)))[0];
}

export async function lockPackage(tx: Transaction, id: number): Promise<PackageRow | undefined> {
  return (await tx.orm.select().from(coinPackages).where(eq(coinPackages.id, id)).for('no key update'))[0];
}

const listed = Object.entries(getTableColumns(coinPackages)).map(
  ([name, column]) => `c."${column.name}" AS "${name}"`,
);
const packageList: OperatorList = {
  from: 'coin_packages c',
  key: 'c.id',
  select: `SELECT ${listed.join(', ')} FROM page JOIN coin_packages c ON c.id = page.key`,
  orders: {
    id: ['c.id'],
    bid_points: ['c.bid_points', 'c.id'],
    price: ['c.price_kobo', 'c.id'],
    created_at: ['c.id'],
    updated_at: ['c.updated_at', 'c.id'],
  },
  orderBy: 'id',
};

/** Reads a page of all packages for operators. An unknown sort field means the id. */
export function listPackages(
  db: Database,
  query: z.output<typeof ListQuery>,
): Promise<{ rows: PackageRow[]; total: number }> {
  return readList<PackageRow>(db, packageList, query);
}

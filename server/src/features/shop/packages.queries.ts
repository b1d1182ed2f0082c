import type { Database } from '../../db/database.ts';
import { and, asc, eq, sql } from '../../db/drizzle.ts';
import type { Transaction } from '../../db/in-transaction.ts';
import { Keyset, type Page, type PageQuery } from '../../db/keyset.ts';
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

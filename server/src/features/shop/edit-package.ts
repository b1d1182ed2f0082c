import { toKobo, toNaira } from '@copup/shared/coins.ts';
import type { EditPackageBody, NewPackageBody } from '@copup/shared/shop.ts';
import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { inTransaction, type Transaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import { invariant } from '../../errors.ts';
import { writeAudit } from '../../operators/write-audit.ts';
import { lowestPrice } from '../../payments/lowest-price.ts';
import { lockPackage } from './packages.queries.ts';
import { packageNotFound, priceTooLow } from './shop.errors.ts';
import { coinPackages, type PackageRow } from './shop.tables.ts';

type EditDeps = Pick<Deps, 'db' | 'settings'>;

/** Creates a package. Throws PRICE_TOO_LOW when a payout of its coins would exceed its price (W3). */
export async function createPackage(
  { db, settings }: EditDeps,
  operatorId: string,
  body: z.output<typeof NewPackageBody>,
): Promise<PackageRow> {
  return inTransaction(db, async (tx) => {
    const values = {
      bidPoints: body.bid_points,
      priceKobo: toKobo(body.price),
      isActive: body.is_active,
    };
    await refuseLowPrice(tx, settings, values);
    const [row] = await tx.orm.insert(coinPackages).values(values).returning();
    invariant(row, 'the insert of a package returned no row');
    await writeAudit(tx, { operatorId, action: 'package.create', subject: subjectOf(row.id), details: body });
    return row;
  });
}

/** Changes a package. Payments that were requested before keep their price and coins. */
export async function editPackage(
  { db, settings }: EditDeps,
  { id, operatorId, body }: { id: number; operatorId: string; body: z.output<typeof EditPackageBody> },
): Promise<PackageRow> {
  return inTransaction(db, async (tx) => {
    const before = await lockPackage(tx, id);
    if (!before) throw packageNotFound();
    const values = {
      bidPoints: body.bid_points ?? before.bidPoints,
      priceKobo: body.price === undefined ? before.priceKobo : toKobo(body.price),
      isActive: body.is_active ?? before.isActive,
    };
    // A package that is no longer sold may keep any price.
    if (values.isActive) await refuseLowPrice(tx, settings, values);
    const row = await update(tx, id, values);
    await writeAudit(tx, { operatorId, action: 'package.edit', subject: subjectOf(id), details: body });
    return row;
  });
}

/** Replaces the picture of a package and removes the previous one. */
export async function replacePackagePicture(
  { db, uploads }: Pick<Deps, 'db' | 'uploads'>,
  { id, operatorId }: { id: number; operatorId: string },
  picture: Buffer,
): Promise<PackageRow> {
  const { row } = await uploads.replaceImage(picture, (image) =>
    inTransaction(db, async (tx) => {
      const before = await lockPackage(tx, id);
      if (!before) throw packageNotFound();
      const row = await update(tx, id, { image });
      await writeAudit(tx, { operatorId, action: 'package.image', subject: subjectOf(id) });
      return { replaced: before.image, row };
    }),
  );
  return row;
}

async function refuseLowPrice(
  tx: Transaction,
  settings: Deps['settings'],
  { bidPoints, priceKobo }: Pick<PackageRow, 'bidPoints' | 'priceKobo'>,
): Promise<void> {
  const lowest = lowestPrice(bidPoints, await settings.read(tx, 'payoutPriceRatioPercent'));
  if (priceKobo < lowest) throw priceTooLow(toNaira(lowest), bidPoints);
}

async function update(tx: Transaction, id: number, values: Partial<PackageRow>): Promise<PackageRow> {
  const [row] = await tx.orm
    .update(coinPackages)
    .set({ ...values, updatedAt: sql`clock_timestamp()` })
    .where(eq(coinPackages.id, id))
    .returning();
  invariant(row, `package ${id} disappeared`);
  return row;
}

const subjectOf = (id: number) => ({ kind: 'package', id: String(id) });

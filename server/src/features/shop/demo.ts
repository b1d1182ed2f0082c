import { eq } from '../../db/drizzle.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import { decide } from '../../decisions/decide.ts';
import { findDemoPeople, hasRows, lockDemo } from '../../demo-content.ts';
import type { Deps } from '../../deps.ts';
import { invariant } from '../../errors.ts';
import type { DemoContent } from '../../feature.ts';
import { demoBank, demoPayments } from './demo-catalogue.ts';
import { paymentKind } from './payment-kind.ts';
import { coinPackages, manualPayments } from './shop.tables.ts';

const HOUR_MS = 3_600_000;

/** Bank details and payments in every state, for the players' histories and the operators' queue (X11). */
export const shopDemo: DemoContent = {
  exists: hasRows('manual_payments'),
  async renew(deps) {
    const { operator, players } = await findDemoPeople(deps);
    if (!operator) return;
    await setBankDetails(deps, operator.id);
    for (const each of demoPayments) {
      const player = players[each.player];
      if (player) await addPayment(deps, each, player.id, operator.id);
    }
  },
};

async function setBankDetails({ db, settings }: Deps, operatorId: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockDemo(tx, 'manual_payments');
    if ((await settings.read(tx, 'bankAccountNumber')) !== '') return;
    for (const key of ['bankAccountName', 'bankName', 'bankAccountNumber'] as const)
      await settings.change(tx, key, demoBank[key], operatorId);
  });
}

/** Adds a payment that is missing, and decides it by the operators' command. Each step can be repeated. */
async function addPayment(
  deps: Deps,
  { bidPoints, priceKobo, reference, sender, agoHours, outcome }: (typeof demoPayments)[number],
  userId: string,
  operatorId: string,
): Promise<void> {
  const payment = await inTransaction(deps.db, async (tx) => {
    const [pack] = await tx.orm.select().from(coinPackages).where(eq(coinPackages.bidPoints, bidPoints));
    if (!pack) return undefined;
    const createdAt = new Date(deps.clock.wallMs() - agoHours * HOUR_MS);
    await tx.orm
      .insert(manualPayments)
      .values({
        ...{ userId, packageId: pack.id, bidPoints, priceKobo, reference, createdAt },
        senderAccountName: sender,
      })
      .onConflictDoNothing({ target: manualPayments.reference });
    const [row] = await tx.orm.select().from(manualPayments).where(eq(manualPayments.reference, reference));
    invariant(row, `the demo's payment ${reference} is missing`);
    return row;
  });
  if (payment?.status !== 'pending' || outcome === 'pending') return;
  const entered =
    outcome === 'approved'
      ? { action: 'approve', bankReference: `DEMO-${reference}` }
      : { action: 'reject', reason: outcome.reason };
  await decide(deps, paymentKind, { ...entered, id: payment.id, operatorId, key: `demo-${reference}` });
}

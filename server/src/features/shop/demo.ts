import { eq, inArray } from 'drizzle-orm';
import { users } from '../../accounts/users.tables.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import { demoOperator, demoPlayers } from '../../demo-accounts.ts';
import type { Deps } from '../../deps.ts';
import { invariant } from '../../errors.ts';
import type { DemoContent } from '../../feature.ts';
import { approvePayment, rejectPayment } from './decide-payment.ts';
import { demoBank, demoPayments } from './demo-catalogue.ts';
import { coinPackages, manualPayments } from './shop.tables.ts';

/** Key of the advisory lock; must differ from the other advisory locks on this database. */
const LOCK = 7_301_028;
const HOUR_MS = 3_600_000;

/** Bank details and payments in every state, for the players' histories and the operators' queue (X11). */
export const shopDemo: DemoContent = {
  exists: async ({ pool }) => (await pool.query('SELECT FROM manual_payments LIMIT 1')).rowCount !== 0,
  async renew(deps) {
    const people = await findPeople(deps);
    if (!people) return;
    await setBankDetails(deps, people.operatorId);
    for (const each of demoPayments) {
      const userId = people.playerIds[each.player];
      if (userId !== undefined) await addPayment(deps, each, userId, people.operatorId);
    }
  },
};

async function findPeople({
  db,
}: Pick<Deps, 'db'>): Promise<{ operatorId: string; playerIds: (string | undefined)[] } | undefined> {
  const emails = [demoOperator.email, ...demoPlayers.map(({ email }) => email)];
  const rows = await db.orm
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(inArray(users.email, emails));
  const [operatorId, ...playerIds] = emails.map((email) => rows.find((row) => row.email === email)?.id);
  return operatorId === undefined ? undefined : { operatorId, playerIds };
}

async function setBankDetails({ db, settings }: Deps, operatorId: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    await tx.client.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
    if ((await settings.read(tx, 'bankAccountNumber')) !== '') return;
    await settings.change(tx, 'bankAccountName', demoBank.bankAccountName, operatorId);
    await settings.change(tx, 'bankName', demoBank.bankName, operatorId);
    await settings.change(tx, 'bankAccountNumber', demoBank.bankAccountNumber, operatorId);
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
  const decision = { paymentId: payment.id, operatorId, key: `demo-${reference}` };
  if (outcome === 'approved') await approvePayment(deps, { ...decision, bankReference: `DEMO-${reference}` });
  else await rejectPayment(deps, { ...decision, reason: outcome.reason });
}

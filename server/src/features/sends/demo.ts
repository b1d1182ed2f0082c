import { findUserByEmail } from '../../accounts/users.queries.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import { demoPin, demoPlayers } from '../../demo-accounts.ts';
import type { DemoContent } from '../../feature.ts';
import { hashPin } from '../../pins/pin-hash.ts';
import { storePin } from '../../pins/pins.queries.ts';
import { commandOf } from './send-coins.ts';
import { SINGLE_LANE, sendLaneKind } from './send-lane.ts';

/** Key of the advisory lock; must differ from the other advisory locks on this database. */
const LOCK = 7_301_032;
/** Sends of the first player to the second; negative ones go back. */
const amounts = [120, -45, 300, -10];

/** PINs of the demo's players, and sends between them (X11). */
export const sendsDemo: DemoContent = {
  exists: async ({ pool }) => (await pool.query('SELECT FROM sends LIMIT 1')).rowCount !== 0,
  async renew(deps) {
    if (await sendsDemo.exists(deps.db)) return;
    const players = await Promise.all(demoPlayers.map(({ email }) => findUserByEmail(deps.db, email)));
    const [first, second] = players;
    if (!first || !second) return;
    // Hashed before the transaction begins (L5).
    const hashes = await Promise.all(
      [first, second].map(({ id }) => hashPin(deps, { userId: id, pin: demoPin, network: 'demo' })),
    );
    const kind = sendLaneKind(deps);
    const batch = amounts.map((amount) => {
      const [from, to] = amount > 0 ? [first, second] : [second, first];
      const viewer = { userId: from.id, realm: 0 };
      const command = commandOf(deps, viewer, to, { amount: Math.abs(amount), key: undefined });
      return { command, receivedAtMs: deps.clock.wallMs(), deadlineMs: Number.POSITIVE_INFINITY };
    });
    await inTransaction(deps.db, async (tx) => {
      await tx.client.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
      const { rowCount } = await tx.client.query('SELECT FROM sends LIMIT 1');
      if (rowCount) return;
      await storePin(tx, first.id, hashes[0] as string);
      await storePin(tx, second.id, hashes[1] as string);
      const opened = await kind.open(tx, SINGLE_LANE, batch);
      await kind.decide(tx, SINGLE_LANE, batch, opened);
    });
  },
};

import { demoPin } from '../../demo-accounts.ts';
import { createOnce, findDemoPeople, hasRows } from '../../demo-content.ts';
import type { DemoContent } from '../../feature.ts';
import { hashPin, storePin } from '../../pins/pins.ts';
import { commandOf } from './send-coins.ts';
import { SINGLE_LANE, sendLaneKind } from './send-lane.ts';

/** Sends of the first player to the second; negative ones go back. */
const amounts = [120, -45, 300, -10];

/** PINs of the demo's players, and sends between them (X11). */
export const sendsDemo: DemoContent = {
  exists: hasRows('sends'),
  async renew(deps) {
    if (await sendsDemo.exists(deps.db)) return;
    const [first, second] = (await findDemoPeople(deps)).players;
    if (!first || !second) return;
    // Hashed before the transaction begins (L5).
    const pins = await Promise.all(
      [first, second].map(async ({ id }) => ({
        ...{ id, hash: await hashPin(deps, { userId: id, pin: demoPin, network: 'demo' }) },
      })),
    );
    const kind = sendLaneKind(deps);
    const batch = amounts.map((amount) => {
      const [from, to] = amount > 0 ? [first, second] : [second, first];
      const viewer = { userId: from.id, realm: 0 };
      const command = commandOf(deps, viewer, to, { amount: Math.abs(amount), key: undefined });
      return { command, receivedAtMs: deps.clock.wallMs(), deadlineMs: Number.POSITIVE_INFINITY };
    });
    await createOnce(deps, 'sends', async (tx) => {
      for (const { id, hash } of pins) await storePin(tx, id, hash);
      const opened = await kind.open(tx, SINGLE_LANE, batch);
      await kind.decide(tx, SINGLE_LANE, batch, opened);
    });
  },
};

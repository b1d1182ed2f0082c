import { createUsers } from '@copup/testkit/builders.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HeistWorld, openHeistWorld } from '../../../test/heist-world.ts';
import { cancelSubject } from '../../subjects/cancel-subject.ts';
import { heistKind } from './heists.subject.ts';
import { notifyStarts } from './notify-starts.ts';

let world: HeistWorld;
beforeAll(async () => {
  world = await openHeistWorld();
});
afterAll(() => world?.close());

/** Moves the time of the hold, and those before it, into the past. */
const passHold = async (id: number) => {
  await world.pass(id, 'holds_at');
  await world.sweep();
};
const momentsOf = async (client: Parameters<HeistWorld['notices']>[0]) =>
  (await world.notices(client))
    .filter(({ kind }) => kind === 'starting')
    .map(({ details }) => details.moment);

describe('W6 heist starting', () => {
  it('reaches holders before and at the start, once each, by two servers; others read nothing', async () => {
    const other = await world.start();
    try {
      const both = () => Promise.all([notifyStarts(world.server.deps), notifyStarts(other.deps)]);
      const heist = await world.create({ minimum_users: 1, target_users: 3, reward_bid_points: 1 });
      const [ada, muted] = [await world.player(heist), await world.player(heist)];
      const stranger = await world.server.signIn({ coins: 100 });
      await muted.put('/user/notification-preferences', {
        preferences: [{ kind: 'starting', enabled: false }],
      });
      await both();
      expect(await momentsOf(ada)).toEqual([]);
      await passHold(heist.id);
      await both();
      await both();
      const late = await world.player(heist);
      await world.passAndSweep(heist.id, 'starts_at');
      await both();
      await both();
      expect(await momentsOf(ada)).toEqual(['soon', 'start']);
      expect(await momentsOf(late)).toEqual(['start']);
      for (const none of [muted, stranger]) expect(await momentsOf(none)).toEqual([]);
      const { endDate } = await world.read(heist.id);
      expect((await ada.get('/user/notifications')).body).toMatchObject({
        unread: 2,
        items: [
          { kind: 'starting', subject_kind: 'heist', details: { ends_at: endDate.toISOString() } },
          { kind: 'starting', subject_id: String(heist.id), details: { name: heist.name } },
        ],
      });
    } finally {
      await other.close();
    }
  });

  it('continues in pages, and the unique key refuses a second notice of the same moment', async () => {
    const heist = await world.create({ minimum_users: 1, ticket_price: 0, capacity: 2_000 });
    const users = await createUsers(world.db, 1_100);
    await world.query(
      `WITH sold AS (INSERT INTO heist_tickets (heist_id, user_id, no, paid_available, paid_bonus)
          SELECT $1, id, no, 0, 0 FROM unnest($2::uuid[]) WITH ORDINALITY AS u (id, no) RETURNING 1)
        UPDATE heists SET participants = (SELECT count(*) FROM sold) WHERE id = $1`,
      [heist.id, users.map(({ id }) => id)],
    );
    await passHold(heist.id);
    await notifyStarts(world.server.deps);
    const written = () =>
      world.query("SELECT user_id FROM notifications WHERE kind = 'starting' AND subject_id = $1", [
        String(heist.id),
      ]);
    expect(await written()).toHaveLength(1_100);
    await world.query('UPDATE heist_start_notices SET told_at = NULL, told_upto = NULL WHERE heist_id = $1', [
      heist.id,
    ]);
    await notifyStarts(world.server.deps);
    expect(await written()).toHaveLength(1_100);
  });

  it('writes nothing for a cancelled heist, nor before a start that has passed', async () => {
    const [cancelled, missed] = [await world.create(), await world.create({ minimum_users: 1 })];
    const [ada, ben] = [await world.player(cancelled), await world.player(missed)];
    await passHold(cancelled.id);
    // No page was written before the cancellation and the start.
    await world.query(
      "INSERT INTO heist_start_notices (heist_id, moment) SELECT id, 'soon' FROM unnest($1::int[]) AS h (id)",
      [[cancelled.id, missed.id]],
    );
    await cancelSubject(world.server.deps, heistKind, { id: cancelled.id, operatorId: null, reason: 'x' });
    await world.passAndSweep(missed.id, 'starts_at');
    await notifyStarts(world.server.deps);
    expect(await momentsOf(ada)).toEqual([]);
    expect(await momentsOf(ben)).toEqual(['start']);
  });
});

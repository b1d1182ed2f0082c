import type { AdminFixtureDetail, MatchResult } from '@copup/shared/bets.ts';
import { Operator } from '@copup/testkit/players.ts';
import { type BetsInPlay, stakeBets } from '../bets-in-play.ts';
import type { Drills } from '../drill.ts';
import { availableOf, whileBlocked } from '../faults.ts';
import { operator } from '../scenario.ts';
import type { World } from '../scene.ts';

const players = 12;
/** More than two chunks of a settlement. */
const count = 60;
const second = 'second@drills.test';

const enter = (by: Operator, { fixtureId }: BetsInPlay, result: MatchResult) =>
  by.call<AdminFixtureDetail>('POST', `/admin/fixtures/${fixtureId}/result`, { result });
const correct = (by: Operator, { fixtureId }: BetsInPlay, result: MatchResult) =>
  by.call<AdminFixtureDetail>('POST', `/admin/fixtures/${fixtureId}/correct`, { result, reason: 'a drill' });

/** Locks the stakes of a bet of the second chunk, starts the settlement, and kills the server that waits for them. */
const killSettler = (world: World, { ids }: BetsInPlay, begin: () => Promise<unknown>): Promise<void> =>
  whileBlocked(world, {
    lock: `SELECT 1 FROM funds WHERE id = (SELECT escrow_id FROM bets WHERE id = ${ids[count / 2]}) FOR UPDATE`,
    text: 'FROM funds',
    what: 'killed between two chunks',
    begin,
  });

export const betDrills: Drills = {
  'bet-settler-killed': {
    fault: 'the server that settles the bets of a match is killed (-9) between two chunks',
    holds: 'I1 I2 I6; every bet is settled once',
    spares: players,
    inject: async (world) => {
      const bets = await stakeBets(world, count);
      await killSettler(world, bets, () => enter(world.admin, bets, 'team_a'));
      await bets.settled(1);
      await bets.checkPaid('creator', 1);
    },
  },
  'bet-result-twice': {
    fault: 'two operators enter different results of a match at the same time, each on a server of their own',
    holds: 'I1 I2 I6; one result is entered, the other operator is refused',
    env: { ADMIN_EMAIL: `${operator.email},${second}` },
    spares: players,
    inject: async (world) => {
      const { admin, servers, random, announce, addViolation } = world;
      const other = await Operator.signIn(servers[1]?.url ?? '', second, operator.password);
      const bets = await stakeBets(world, count);
      announce('two operators enter results');
      const orders = [() => enter(admin, bets, 'team_a'), () => enter(other, bets, 'team_b')];
      if (random.next() < 0.5) orders.reverse();
      const entered = await Promise.allSettled(orders.map((order) => order()));
      const results = entered.flatMap((each) => (each.status === 'fulfilled' ? [each.value.result] : []));
      const refused = entered.flatMap((each) => (each.status === 'rejected' ? [String(each.reason)] : []));
      if (results.length !== 1 || refused.some((text) => !text.includes('RESULT_EXISTS')))
        addViolation(`${results.length} results were entered; refused: ${refused.join('; ')}`);
      await bets.settled(1);
      await bets.checkPaid(results[0] === 'team_a' ? 'creator' : 'opponent', 1);
    },
  },
  'bet-result-corrected': {
    fault:
      'a result is corrected after some winners have spent their coins, and the server that reverses the bets is killed (-9)',
    holds: 'I1 I2 I6; every bet is reversed and settled once, and what is missing is owed',
    spares: players,
    inject: async (world) => {
      const { admin, db, spares, realm, addViolation } = world;
      const bets = await stakeBets(world, count);
      await enter(admin, bets, 'team_a');
      await bets.settled(1);
      await bets.checkPaid('creator', 1);
      const poor = spares.slice(0, players / 2);
      for (const { userId } of poor) {
        await admin.adjust(userId, -(await availableOf(world, userId)), `drill-take-${userId}`);
      }
      await killSettler(world, bets, () => correct(admin, bets, 'team_b'));
      await bets.settled(2);
      await bets.checkPaid('opponent', 2);
      const { rows } = await db.pool.query<{ amount: number; reversed: number }>(
        `SELECT (SELECT coalesce(sum(amount), 0)::bigint FROM receivables WHERE realm = $1) AS amount,
            (SELECT count(*)::int FROM bet_reversals r JOIN bets b ON b.id = r.bet_id WHERE b.realm = $1) AS reversed`,
        [realm],
      );
      if (Number(rows[0]?.amount) === 0) addViolation('no player owes coins');
      if (rows[0]?.reversed !== count) addViolation(`${rows[0]?.reversed} of ${count} bets were reversed`);
    },
  },
};

import { contestTiers } from '@copup/shared/contest-tiers.ts';
import { contestKinds } from '@copup/shared/contests.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { changeSetting } from '../../../test/change-setting.ts';
import { type ContestWorld, openContestWorld } from '../../../test/contest-world.ts';
import { hasRows } from '../../demo-content.ts';
import { demoContests } from './demo-catalogue.ts';
import { renewContests } from './renew-demo.ts';

let world: ContestWorld;
beforeAll(async () => {
  world = await openContestWorld();
});
afterAll(() => world?.close());

const openOnes = () =>
  world.query<{ id: number; title: string; kind: string; status: string; minimum: number }>(
    `SELECT id, title, kind, status, minimum_users AS minimum FROM contests WHERE status IN ('pending', 'active') ORDER BY id`,
  );

it('X11 each kind always has a contest to join, and one of each tier, also when rewards is empty', async () => {
  expect(await hasRows('contests')(world.db)).toBe(false);
  // Two servers at once, as after a start of both.
  await Promise.all([
    renewContests(world.server.deps, world.subject),
    renewContests(world.server.deps, world.subject),
  ]);
  await renewContests(world.server.deps, world.subject);
  expect(await hasRows('contests')(world.db)).toBe(true);
  const open = await openOnes();
  expect(open).toHaveLength(demoContests.length);
  for (const kind of contestKinds) {
    const ofKind = open.filter((one) => one.kind === kind);
    expect(ofKind.some(({ status }) => status === 'active')).toBe(true);
    for (const { from, upto } of contestTiers)
      expect(ofKind.some(({ minimum }) => minimum >= from && (upto === null || minimum <= upto))).toBe(true);
  }
  const newcomer = await world.server.signIn({ coins: 100 });
  const easy = open.find(({ status, kind }) => status === 'active' && kind === 'tap');
  expect((await world.join(newcomer, { id: easy?.id ?? 0, kind: 'tap' })).status).toBe(200);

  // Those that are over are replaced. Rewards is empty, so the demo issues their subsidies.
  await world.end(...open.map(({ id }) => id));
  await changeSetting(world.server.deps, 'secondOperatorAboveCoins', 1_000_000);
  await changeSetting(world.server.deps, 'secondOperatorAbove30DaysCoins', 1_000_000);
  const rest = await world.create('tap', { prize: await world.rewards(), entry_fee: 0 });
  expect(await world.rewards()).toBe(0);
  await renewContests(world.server.deps, world.subject);
  expect(await world.rewards()).toBeGreaterThan(0);
  const renewed = (await openOnes()).filter(({ id }) => id !== rest.id);
  expect(renewed).toHaveLength(demoContests.length);
  expect(renewed.find(({ title }) => title === easy?.title)?.id).not.toBe(easy?.id);
  expect(await world.audit()).toEqual([]);
});

import { type HeistStatus, heistStatuses } from '@copup/shared/heists.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type HeistWorld, openHeistWorld } from '../../../test/heist-world.ts';
import { demoPlayers, demoUnlockCode } from '../../demo-accounts.ts';
import { hasRows } from '../../demo-content.ts';
import { seedDemo } from '../../seed-demo.ts';
import { renewAuctions } from '../auctions/renew-demo.ts';
import { demoHeists } from './demo-catalogue.ts';
import { bodyOf, renewHeists } from './renew-demo.ts';

let world: HeistWorld;
beforeAll(async () => {
  world = await openHeistWorld();
  const { deps } = world.server;
  await seedDemo(deps, []);
  expect(await hasRows('heists')(world.db)).toBe(false);
  // Two servers at once, as after a start of both.
  await Promise.all([renewHeists(deps), renewHeists(deps)]);
  await world.sweep();
});
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await world.close();
});

interface Row {
  id: number;
  name: string;
  status: HeistStatus;
  category: string;
  participants: number;
  winner: string | null;
}
const rows = () =>
  world.query<Row>(
    'SELECT id, name, status, category, participants, winner_username AS winner FROM heists ORDER BY id',
  );
const [ada, tunde] = demoPlayers.map(({ username }) => username);

it('X11 every heist of the catalogue lasts as long as it says', () => {
  for (const place of demoHeists) {
    const body = bodyOf(place, new Date('2026-01-01T12:00:00.000Z'));
    expect(Date.parse(body.end_date) - Date.parse(body.starts_at), place.heist.name).toBe(
      place.lastsMin * 60_000,
    );
  }
});

it('H9 the prizes are in coins, at ₦100 a coin of what they are worth', () => {
  const worth = {
    '3.5kVA petrol generator': 410_000,
    'Infinix Hot 40i, 256GB': 185_000,
    'Bluetooth party speaker, 60W': 95_000,
  };
  for (const { heist } of demoHeists) {
    const [, naira, coins] = /₦([\d,]+)|^(\d+) coins/.exec(heist.prize_name) ?? [];
    const nairaWorth = naira ? Number(naira.replace(',', '')) : worth[heist.prize_name as keyof typeof worth];
    expect(heist.prize, heist.name).toBe(coins ? Number(coins) : nairaWorth / 100);
  }
});

it('X11 has a heist in each state, with tickets, winners and an affiliate with progress, and renews them', async () => {
  const first = await rows();
  expect(first).toHaveLength(demoHeists.length);
  for (const status of heistStatuses) expect(first.map((row) => row.status)).toContain(status);
  const available = first.find(({ status, participants }) => status === 'available' && participants === 2);
  expect(available?.name).toBe('The Third Mainland Vault');

  const won = first.filter(({ winner }) => winner !== null);
  expect(won.map(({ category, winner }) => [category, winner])).toEqual([
    ['product', ada],
    ['cash', tunde],
  ]);
  const cart = await world.query<{ heist: number; username: string }>(
    'SELECT heist_id AS heist, username::text FROM heist_cart_items c JOIN users u ON u.id = c.user_id',
  );
  expect(cart).toEqual([{ heist: won[0]?.id, username: ada }]);

  // A heist that is over is replaced; those of the past are not repeated.
  await world.passAndSweep(available?.id ?? 0, 'end_date');
  await renewHeists(world.server.deps);
  const renewed = await rows();
  expect(renewed).toHaveLength(first.length + 1);
  expect(renewed.at(-1)).toMatchObject({ name: available?.name, status: 'available', participants: 2 });
});

it('H7 sets the unlock code, and keeps the one that an operator set', async () => {
  const { deps } = world.server;
  expect(deps.settings.get('heistUnlockCode')).toBe(demoUnlockCode);
  await world.setUnlockCode('another');
  await renewHeists(deps);
  expect(deps.settings.get('heistUnlockCode')).toBe('another');
});

it('T2 a demo player has referrals of heists and auctions', async () => {
  await renewAuctions(world.server.deps);
  const referrals = await world.query<{ kind: string; referrer: string; username: string }>(
    `SELECT DISTINCT subject_kind AS kind, r.username::text AS referrer, u.username::text FROM affiliate_referrals a
      JOIN users r ON r.id = a.referrer_id JOIN users u ON u.id = a.user_id ORDER BY kind`,
  );
  expect(referrals).toEqual(['auction', 'heist'].map((kind) => ({ kind, referrer: ada, username: tunde })));
});

import { answerCommitmentOf } from '@copup/shared/heist-proof.ts';
import type { NewHeistBody } from '@copup/shared/heists.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HeistWorld, openHeistWorld } from '../../../test/heist-world.ts';
import { nodeHashes } from '../../fairness/node-hashes.ts';
import { editHeist } from './write-heist.ts';

let world: HeistWorld;
beforeAll(async () => {
  world = await openHeistWorld();
});
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await world.close();
});

const edit = (id: number, change: Partial<NewHeistBody>) =>
  editHeist(world.server.deps, { id, operatorId: world.operator.user.id }, change);
const refusal = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => undefined,
    (thrown: { code?: string; issues?: { path: string }[] }) => thrown,
  );
  return error && [error.code, ...(error.issues?.map(({ path }) => path) ?? [])];
};

describe('L7 the subsidy of a heist', () => {
  it('is what the tickets of the minimum do not cover; an edit moves the difference; products and coupons have none (H9)', async () => {
    const before = await world.rewards();
    const heist = await world.create({ prize: 100, ticket_price: 10, minimum_users: 4 });
    expect([heist.subsidy, await world.pot(heist.id), await world.rewards()]).toEqual([60, 60, before - 60]);
    await edit(heist.id, { prize: 50 });
    expect([await world.pot(heist.id), await world.rewards()]).toEqual([10, before - 10]);
    await edit(heist.id, { ticket_price: 20 });
    expect([await world.pot(heist.id), await world.rewards()]).toEqual([0, before]);
    // `rewards` must have the subsidy of a new heist and of an edit.
    expect(await refusal(world.create({ prize: 900_000_000 }))).toEqual(['REWARDS_TOO_LOW']);
    expect(await refusal(edit(heist.id, { prize: 900_000_000 }))).toEqual(['REWARDS_TOO_LOW']);
    expect([await world.pot(heist.id), await world.rewards()]).toEqual([0, before]);
    // The prize of a product or a coupon is not paid from the pot (H9).
    for (const category of ['product', 'coupon'] as const)
      expect((await world.create({ category, prize: 5_000 })).subsidy).toBe(0);
    expect(await world.rewards()).toBe(before);
  });
});

describe('the terms of a heist', () => {
  it('must fit together', async () => {
    const hour = 3_600_000;
    const cases: [Partial<NewHeistBody>, string][] = [
      [{ starts_at: world.iso(-1) }, 'starts_at'],
      [{ end_date: world.iso(hour) }, 'end_date'],
      [{ opens_at: world.iso(hour + 1_000) }, 'opens_at'],
      [{ capacity: 3, minimum_users: 4 }, 'minimum_users'],
    ];
    for (const [change, path] of cases)
      expect(await refusal(world.create(change))).toEqual(['VALIDATION_FAILED', path]);
  });

  it('T5 allow an affiliate reward of at most half of the target × the ticket price, new and edited', async () => {
    const promoted = { target_users: 10, ticket_price: 30, prize: 60 };
    expect(await refusal(world.create({ ...promoted, reward_bid_points: 151 }))).toEqual([
      'VALIDATION_FAILED',
      'reward_bid_points',
    ]);
    const heist = await world.create({ ...promoted, reward_bid_points: 150 });
    expect(await refusal(edit(heist.id, { ticket_price: 29 }))).toEqual([
      'VALIDATION_FAILED',
      'reward_bid_points',
    ]);
    expect((await edit(heist.id, { ticket_price: 29, reward_bid_points: 145 })).rewardBidPoints).toBe(145);
  });

  it('H3 commit to question and answers, anew with each edit of them', async () => {
    const heist = await world.create();
    const commitmentOf = ({ answerSalt, question, answers }: typeof heist) =>
      answerCommitmentOf({ salt: answerSalt.toString('hex'), question, answers }, nodeHashes);
    expect(heist.answerCommitment.toString('hex')).toBe(commitmentOf(heist));
    const edited = await edit(heist.id, { answers: ['Another key'] });
    expect(edited.answerCommitment.toString('hex')).toBe(commitmentOf(edited));
    expect(edited.answerSalt).not.toEqual(heist.answerSalt);
    const renamed = await edit(heist.id, { name: 'A vault', answers: ['Another key'] });
    expect(renamed.answerSalt).toEqual(edited.answerSalt);
  });

  it('are fixed once a ticket was sold: then only name, story, prize name and picture change', async () => {
    const heist = await world.create();
    await world.player(heist);
    for (const change of [
      { prize: 51 },
      { question: 'Another?' },
      { answers: ['Another'] },
      { capacity: 101 },
      { minimum_users: 1 },
      { end_date: world.iso(9_000_000) },
      { target_users: 3 },
    ] satisfies Partial<NewHeistBody>[])
      expect(await refusal(edit(heist.id, change)), JSON.stringify(change)).toEqual(['HEIST_NOT_EDITABLE']);
    const texts = { name: 'New', story: 'A new story.', prize_name: 'Fifty coins' };
    expect(await edit(heist.id, texts)).toMatchObject({ name: 'New', prizeName: 'Fifty coins' });
  });

  it('are fixed on hold, and an available heist cannot be closed again', async () => {
    const held = await world.create({ starts_at: world.iso(60_000) });
    expect(await refusal(edit(held.id, { prize: 60 }))).toEqual(['HEIST_NOT_EDITABLE']);
    const heist = await world.create();
    expect(await refusal(edit(heist.id, { opens_at: world.iso(60_000) }))).toEqual(['HEIST_NOT_EDITABLE']);
    const moved = await edit(heist.id, { starts_at: world.iso(5_400_000) });
    expect(moved.startsAt.getTime() - moved.holdsAt.getTime()).toBe(5 * 60_000);
    await world.passAndSweep(heist.id, 'end_date');
    expect(await refusal(edit(heist.id, { name: 'Late' }))).toEqual(['HEIST_NOT_EDITABLE']);
  });
});

import { toHex } from '@copup/shared/fairness.ts';
import { SPIN_ID, type SpinResult } from '@copup/shared/spin-proof.ts';
import type { SpinDay, SpinFairness, SpinReply, SpinState } from '@copup/shared/spins.ts';
import { eq } from '../../db/drizzle.ts';
import type { Deps } from '../../deps.ts';
import { readSeeds, type Seeds } from '../../fairness/server-seeds.ts';
import type { ReadProof } from '../../feature.ts';
import { findFund } from '../../ledger/accounts.ts';
import { rewardsOf } from '../../ledger/rewards.ts';
import type { Viewer } from '../../sessions/sessions.ts';
import { isWithinBudget, readSpinDay } from './spin-day.ts';
import { WHEEL } from './spin-subject.ts';
import { spins } from './spins.tables.ts';
import { isUnlocked } from './unlock-spin.ts';

type ReadDeps = Pick<Deps, 'db' | 'config' | 'settings'>;

interface Spun {
  segment: number;
  result: number;
  spunAt: Date;
}

/** Reads whether the user may spin, and the spin of a user who has spun. */
export async function readSpinState(
  deps: ReadDeps,
  { userId, realm }: Pick<Viewer, 'userId' | 'realm'>,
): Promise<SpinState> {
  const { db, settings } = deps;
  const [is_unlocked, today, budget, { spun, seeds }] = await Promise.all([
    isUnlocked(db, deps, userId),
    readSpinDay(db, realm),
    settings.read(db, 'spinDailyCoins'),
    readOwn(deps, userId),
  ]);
  const has_spun = spun !== undefined;
  const has_budget = isWithinBudget(today.spent, budget);
  return {
    is_unlocked,
    has_spun,
    has_budget,
    may_spin: is_unlocked && has_budget && !has_spun,
    commitment: seeds?.commitment ?? null,
    spin: spun && seeds ? toSpinReply(spun, seeds) : null,
  };
}

/** Reads the proof of the user's spin (F1). Includes the server seed only once the user has spun. */
export const readSpinProof =
  (deps: Pick<Deps, 'db' | 'config'>): ReadProof =>
  async ({ userId }, id) => {
    if (id !== SPIN_ID) return undefined;
    const { spun, seeds } = await readOwn(deps, userId);
    return seeds && toProof(spun, seeds);
  };

/** Reads the spin first: its seeds do not change any more. */
async function readOwn(
  deps: Pick<Deps, 'db' | 'config'>,
  userId: string,
): Promise<{ spun: Spun | undefined; seeds: Seeds | undefined }> {
  const [spun] = await deps.db.orm.select().from(spins).where(eq(spins.userId, userId));
  const seeds = (await readSeeds(deps.db, deps, WHEEL, [userId])).get(userId);
  return { spun, seeds };
}

export const toSpinReply = (spun: Spun, seeds: Seeds): SpinReply => ({
  result: spun.result as SpinResult,
  segment: spun.segment,
  proof: toProof(spun, seeds),
});

const toProof = (spun: Spun | undefined, { commitment, serverSeed, clientSeed }: Seeds): SpinFairness => ({
  kind: 'spin',
  id: SPIN_ID,
  title: 'Spin',
  commitment,
  server_seed: spun ? toHex(serverSeed) : null,
  client_seed: clientSeed,
  segment: spun?.segment ?? null,
  result: (spun?.result as SpinResult | undefined) ?? null,
  at: spun?.spunAt.toISOString() ?? null,
});

/** Reads what the wheel has cost today in the real world, for operators. */
export async function readOperatorsDay({ db, settings }: ReadDeps): Promise<SpinDay> {
  const [today, budget, passcode, rewards] = await Promise.all([
    readSpinDay(db, 0),
    settings.read(db, 'spinDailyCoins'),
    settings.read(db, 'spinPasscode'),
    findFund(db, rewardsOf(0)),
  ]);
  return { ...today, budget, rewards: rewards?.balance ?? 0, has_passcode: passcode !== '' };
}

import type { FixturesReply } from '@copup/shared/bets.ts';
import type { PageQuery } from '../../db/keyset.ts';
import type { Deps } from '../../deps.ts';
import { toFixture } from './bets.wire.ts';
import { listFixtures } from './fixtures.queries.ts';

type ReadDeps = Pick<Deps, 'clock' | 'db' | 'settings'>;

/** Reads a page of the fixtures that a bet can be about, with the terms of a new bet (B3). */
export async function listOfferedFixtures(
  { clock, db, settings }: ReadDeps,
  realm: number,
  page: PageQuery,
): Promise<FixturesReply> {
  const { rows, next } = await listFixtures(db, realm, page);
  return {
    items: rows.map(toFixture),
    next,
    terms: {
      stake_min: settings.get('betStakeMinCoins'),
      stake_max: settings.get('betStakeMaxCoins'),
      fee_percent: settings.get('betFeePercent'),
    },
    server_time: new Date(clock.wallMs()).toISOString(),
  };
}

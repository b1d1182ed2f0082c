import type { FixturesQuery, FixturesReply } from '@copup/shared/bets.ts';
import type { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import { toFixture } from './bets.wire.ts';
import { type FixtureCursor, type FixtureView, listFixtures } from './fixtures.queries.ts';

type ReadDeps = Pick<Deps, 'clock' | 'db' | 'settings'>;

/** Reads a page of the fixtures that a bet can be about, with the terms of a new bet (B3). */
export async function listOfferedFixtures(
  { clock, db, settings }: ReadDeps,
  realm: number,
  { limit, before }: z.output<typeof FixturesQuery>,
): Promise<FixturesReply> {
  const after = before === undefined ? undefined : parseCursor(before);
  const rows = await listFixtures(db, realm, { after, limit: limit + 1 });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    items: page.map(toFixture),
    next: rows.length > limit && last ? cursorOf(last) : null,
    terms: {
      stake_min: settings.get('betStakeMinCoins'),
      stake_max: settings.get('betStakeMaxCoins'),
      fee_percent: settings.get('betFeePercent'),
    },
    server_time: new Date(clock.wallMs()).toISOString(),
  };
}

/** The kickoff in ms and the id. */
const CURSOR = /^(\d{1,13})\.(\d{1,9})$/;

const cursorOf = ({ kickoff, id }: FixtureView): string => `${kickoff.getTime()}.${id}`;

function parseCursor(text: string): FixtureCursor {
  const [, ms, id] = CURSOR.exec(text) ?? [];
  if (ms === undefined) {
    throw new Refusal('VALIDATION_FAILED', 'Invalid cursor.', {
      issues: [{ path: 'before', message: 'is not a cursor of this list' }],
    });
  }
  return { kickoff: new Date(Number(ms)), id: Number(id) };
}

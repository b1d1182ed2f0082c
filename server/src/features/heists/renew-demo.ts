import { NewHeistBody } from '@copup/shared/heists.ts';
import { normalizeAnswer } from '@copup/shared/normalize-answer.ts';
import type { UserRow } from '../../accounts/users.tables.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import { demoUnlockCode } from '../../demo-accounts.ts';
import { findDemoPeople, fundDemoRewards, setOnce } from '../../demo-content.ts';
import type { Deps } from '../../deps.ts';
import { lockWallets } from '../../ledger/wallets.ts';
import { closeOverdue, startOverdue } from '../../subjects/due-subjects.ts';
import { refundAll } from '../../subjects/refund-entries.ts';
import { renewDemo } from '../../subjects/renew-demo.ts';
import { CANCELLING } from '../../subjects/subject-kind.ts';
import { lockSubject } from '../../subjects/subject-rows.ts';
import { type DemoHeist, demoHeists } from './demo-catalogue.ts';
import { subsidyOf } from './heist-draft.ts';
import { heistKind } from './heists.subject.ts';
import { heistAnswers } from './heists.tables.ts';
import { ticketLaneKind } from './ticket-lane.ts';
import { createHeist } from './write-heist.ts';

const MS_PER_MIN = 60_000;
/** Heists are created with a start in the future; those that have started get their times afterwards. */
const LATER_MIN = 60;
const nameOf = ({ heist }: DemoHeist): string => heist.name;
const isPast = ({ startsInMin, lastsMin }: DemoHeist): boolean => startsInMin + lastsMin <= 0;

/**
 * Sets the unlock code unless it was ever set, and creates a heist for each item of the catalogue that has none open;
 * for those in the past only once (X11).
 */
export async function renewHeists(deps: Deps): Promise<void> {
  await setOnce(deps, 'heistUnlockCode', demoUnlockCode);
  const create = (place: DemoHeist, now: Date) => createDemoHeist(deps, place, now);
  const open = demoHeists.filter((place) => !isPast(place));
  await renewDemo(deps.db, heistKind, open, nameOf, create);
  const every = [...heistKind.openStatuses, 'completed', CANCELLING, 'cancelled'];
  await renewDemo(deps.db, { ...heistKind, openStatuses: every }, demoHeists.filter(isPast), nameOf, create);
}

async function createDemoHeist(deps: Deps, place: DemoHeist, now: Date): Promise<void> {
  const body = bodyOf(place, now);
  await fundDemoRewards(
    deps,
    subsidyOf({ ...body, ticketPrice: body.ticket_price, minimumUsers: body.minimum_users }),
  );
  const { id } = await createHeist(deps, body, null);
  const all = (await findDemoPeople(deps)).players;
  const players = all.slice(0, place.tickets).filter((player) => player !== undefined);
  await sellTickets(deps, id, place, players);
  if (place.startsInMin <= 0) await passStart(deps, id, place);
  if (isPast(place)) await passEnd(deps, id, place, players);
}

/** Returns the heist as an operator would enter it. */
export function bodyOf(
  { heist, opensInMin, startsInMin, lastsMin }: DemoHeist,
  now: Date,
): ReturnType<typeof NewHeistBody.parse> {
  const startsInOrLaterMin = startsInMin > 0 ? startsInMin : LATER_MIN;
  const at = (minutes: number) => new Date(now.getTime() + minutes * MS_PER_MIN).toISOString();
  return NewHeistBody.parse({
    ...heist,
    ...(opensInMin !== undefined && { opens_at: at(opensInMin) }),
    starts_at: at(startsInOrLaterMin),
    end_date: at(startsInOrLaterMin + lastsMin),
  });
}

/** A player without the coins gets no ticket. */
async function sellTickets(
  deps: Deps,
  id: number,
  { heist }: DemoHeist,
  players: readonly UserRow[],
): Promise<void> {
  if (players.length === 0) return;
  const kind = ticketLaneKind(deps);
  const [first] = players;
  const batch = players.map((player) => ({
    command: {
      id: deps.newId(),
      viewer: { userId: player.id, username: player.username, realm: 0, sessionId: deps.newId() },
      key: undefined,
      inputHash: Buffer.alloc(0),
      // A ticket that is paid with bonus coins does not count for the link (T2).
      payWith: 'available' as const,
      referral:
        heist.target_users && first && player !== first
          ? { referrerId: first.id, network: 'demo' }
          : undefined,
    },
    receivedAtMs: deps.clock.wallMs(),
    deadlineMs: Number.POSITIVE_INFINITY,
  }));
  await inTransaction(deps.db, async (tx) => {
    // The lane skips wallets that are locked.
    await lockSubject(tx, heistKind, id);
    await lockWallets(
      tx,
      players.map((player) => player.id),
    );
    const opened = await kind.open(tx, String(id), batch);
    await kind.decide(tx, String(id), batch, opened);
  });
}

/** Moves the start into the past, and the sale of tickets before it. */
async function passStart(deps: Deps, id: number, { startsInMin, lastsMin }: DemoHeist): Promise<void> {
  // The end of a heist of the past is moved once it has started.
  const endsInMin = startsInMin + lastsMin > 0 ? startsInMin + lastsMin : LATER_MIN;
  await inTransaction(deps.db, async ({ client }) => {
    await client.query(
      `UPDATE heists SET opens_at = start - interval '1 hour', holds_at = start - interval '5 minutes', starts_at = start,
          end_date = clock_timestamp() + $3 * interval '1 minute'
        FROM (SELECT clock_timestamp() + $2 * interval '1 minute' AS start) AS times WHERE id = $1`,
      [id, startsInMin, endsInMin],
    );
    await client.query(
      `UPDATE heist_tickets t SET joined_at = h.starts_at - interval '20 minutes'
        FROM heists h WHERE h.id = $1 AND t.heist_id = h.id`,
      [id],
    );
  });
  for (const start of heistKind.starts) await startOverdue(deps, heistKind, start);
  await refundAll(deps, heistKind);
}

/** Writes the answers of a heist that has started, moves its end into the past and settles it. */
async function passEnd(
  deps: Deps,
  id: number,
  { answers = [], startsInMin, lastsMin }: DemoHeist,
  players: readonly UserRow[],
): Promise<void> {
  const { rowCount } = await inTransaction(deps.db, async (tx) => {
    const now = await tx.clock();
    const at = (minutes: number) => new Date(now.getTime() + minutes * MS_PER_MIN);
    const rows = players.flatMap(({ id: userId }, nth) => {
      const answer = answers[nth];
      if (answer === undefined) return [];
      const normalized = normalizeAnswer(answer);
      return { heistId: id, userId, seq: nth + 1, answer, normalized, answeredAt: at(startsInMin + nth + 1) };
    });
    const ended = await tx.client.query(
      `UPDATE heists SET end_date = $2 WHERE id = $1 AND status = 'started'`,
      [id, at(startsInMin + lastsMin)],
    );
    if (ended.rowCount && rows.length > 0) await tx.orm.insert(heistAnswers).values(rows);
    return ended;
  });
  if (!rowCount) return;
  await closeOverdue(deps, heistKind);
  await refundAll(deps, heistKind);
}

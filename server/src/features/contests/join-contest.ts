import type { ContestKind, JoinContestReply } from '@copup/shared/contests.ts';
import type { Deps } from '../../deps.ts';
import { type JoinSubject, joinSubject } from '../../subjects/join-subject.ts';
import { type ContestSubject, wordedFor } from './contests.subject.ts';
import type { Play } from './play.ts';

const messages = {
  tap: 'You joined the contest.',
  card: 'You joined the game.',
  math: 'You joined the game.',
} as const satisfies Record<ContestKind, string>;

/**
 * Moves the entry fee to the contest's pot and inserts the player's row, once (C1, L6). A second join is refused with
 * the specification's text; the same Idempotency-Key returns the first reply (P6). `Extra` are the fields of the play.
 */
export function joinContest<Extra extends object = object>(
  deps: Pick<Deps, 'db' | 'newId'>,
  subject: ContestSubject,
  play: Pick<Play, 'kind' | 'join'>,
  command: Omit<JoinSubject, 'route'>,
): Promise<JoinContestReply & Extra> {
  const { kind } = play;
  const { userId } = command.viewer;
  return joinSubject(
    deps,
    wordedFor(subject, kind),
    { ...command, route: `${kind}/join` },
    async (tx, contest, paid) => {
      await tx.client.query({
        name: 'contest-score-insert',
        text: 'INSERT INTO contest_scores (contest_id, user_id) VALUES ($1, $2)',
        values: [contest.id, userId],
      });
      const extra = (await play.join?.(tx, contest.id, userId)) as Extra | undefined;
      // Written last: every user who joins changes this row.
      tx.writeLast({
        name: 'contest-player-count',
        text: 'UPDATE contest_player_counts SET players = players + 1 WHERE contest_id = $1',
        values: [contest.id],
      });
      tx.invalidate(subject.room(contest));
      return {
        message: messages[kind],
        transfer_id: paid.transferId,
        paid_available: paid.available,
        paid_bonus: paid.bonus,
        ...(extra as Extra),
      };
    },
  );
}

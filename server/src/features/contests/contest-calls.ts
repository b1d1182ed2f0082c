import type { ContestKind, ContestState, OwnResult, Standing, TimeLeft } from '@copup/shared/contests.ts';
import { contestRoom } from '@copup/shared/room-names.ts';
import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import type { PageQuery } from '../../db/keyset.ts';
import type { Deps } from '../../deps.ts';
import { paged } from '../../paged.ts';
import type { RememberedFacts } from '../../rooms/remembered-facts.ts';
import type { Viewer } from '../../sessions/sessions.ts';
import { findContestFor, listOpenContests, readFinalRank } from './contest-views.queries.ts';
import { contestNotFound } from './contests.errors.ts';
import { toTimeLeft, type ViewedContest } from './contests.wire.ts';
import type { Played, Player } from './decide-plays.ts';
import { rankInTop } from './leaderboard.ts';
import type { Ranks } from './ranks.ts';
import { findScore } from './scores.queries.ts';

export type ContestCallsDeps = Pick<Deps, 'db' | 'clock' | 'rooms'>;

/** The common parts of the calls of all three kinds. */
export class ContestCalls {
  readonly #deps: ContestCallsDeps;
  readonly #realms: RememberedFacts<number>;
  readonly #ranks: Ranks;

  constructor(deps: ContestCallsDeps, realms: RememberedFacts<number>, ranks: Ranks) {
    this.#deps = deps;
    this.#realms = realms;
    this.#ranks = ranks;
  }

  /** Returns a page of open contests, with the cursor of the next one in the reply's header (X1). */
  async list(
    reply: FastifyReply,
    viewer: Viewer,
    kind: ContestKind,
    page: PageQuery,
  ): Promise<ViewedContest[]> {
    return paged(reply, await listOpenContests(this.#deps.db, viewer, kind, page));
  }

  async get(viewer: Viewer, kind: ContestKind, id: number): Promise<ViewedContest> {
    const row = await findContestFor(this.#deps.db, viewer, kind, id);
    if (!row) throw contestNotFound(kind);
    return row;
  }

  /** Returns the caller's result in a contest; exact once the contest is over. */
  async ownResult(viewer: Viewer, row: ViewedContest): Promise<z.output<typeof OwnResult>> {
    const own = row.joined ? await findScore(this.#deps.db, row.id, viewer.userId) : undefined;
    const won = row.winnerId === viewer.userId;
    return {
      score: own?.score ?? 0,
      rank:
        own && own.score > 0
          ? (rankInTop(row.top, viewer.userId) ??
            (row.settledAt
              ? await readFinalRank(this.#deps.db, row.id, own)
              : await this.#ranks.rankOf(row.id, own.score)))
          : null,
      won_available: won ? row.wonAvailable : null,
      won_bonus: won ? row.wonBonus : null,
      cancel_reason: row.cancelReason,
    };
  }

  /** Returns score and rank after a play. */
  async standing(
    contestId: number,
    { score, rank }: Pick<Played<unknown>, 'score' | 'rank'>,
  ): Promise<Standing> {
    return { score, rank: rank ?? (await this.#ranks.rankOf(contestId, score)) };
  }

  /** Returns the room's state for a poll: without a query when the room has members on this server. */
  async state(viewer: Viewer, kind: ContestKind, id: number): Promise<ContestState> {
    if ((await this.#realms.get(String(id))) !== viewer.realm) throw contestNotFound(kind);
    const latest = await this.#deps.rooms.latest(contestRoom(kind, id));
    if (!latest) throw contestNotFound(kind);
    return latest.state as ContestState;
  }

  async timeLeft(viewer: Viewer, kind: ContestKind, id: number): Promise<TimeLeft> {
    return toTimeLeft(await this.state(viewer, kind, id), this.#deps.clock.wallMs());
  }
}

export const toPlayer = ({ userId, username, profile, realm }: Viewer): Player => ({
  userId,
  username,
  profile,
  realm,
});

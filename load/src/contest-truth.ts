import type { AdminContest, Contest, OwnResult, TopRow } from '@copup/shared/contests.ts';
import type { CardProof } from '@copup/shared/fairness.ts';
import { contestRoom } from '@copup/shared/room-names.ts';
import { contestCalls } from '@copup/testkit/contest-player.ts';
import type { Player } from '@copup/testkit/players.ts';
import type { RunContest } from './messages.ts';
import type { RoomSnapshot } from './room-socket.ts';

/** A player's result in a contest, as the player's own calls return it. */
export interface PlayerResult {
  userId: string;
  username: string;
  score: number;
  rank: number | null;
  /** The prize as it was paid to this player, 0 for all others. */
  won: number;
  /** Of a card game: every draw, with the revealed seed (F1). */
  proof: CardProof | undefined;
}

export interface PublishedContest {
  contest: AdminContest;
  results: PlayerResult[];
}

type Detail = Contest & OwnResult;

/** The room of a contest by REST calls: name and last state. */
export async function readContestRoom(
  player: Player,
  { id, kind }: RunContest,
  epoch: number,
): Promise<[string, RoomSnapshot]> {
  const { status, end_date, players, version } = await player.read<Detail>(
    `${contestCalls[kind].detail}/${id}`,
  );
  const top = await readTop(player, { id, kind });
  const state = { status, endDate: Date.parse(end_date), players, top };
  return [contestRoom(kind, id), { epoch, version, state }];
}

async function readTop(player: Player, { id, kind }: RunContest): Promise<TopRow[]> {
  const row = (username: string, score: number, profile: string): TopRow =>
    profile === '' ? [username, score] : [username, score, profile];
  if (kind === 'tap') {
    const rows = await player.read<{ username: string; tapCount: number; profile: string }[]>(
      `/tap/top-tappers/${id}`,
    );
    return rows.map(({ username, tapCount, profile }) => row(username, tapCount, profile));
  }
  if (kind === 'card') {
    const rows = await player.read<{ username: string; score: number; profile: string }[]>(
      `/cardGameOne/card-game/highest-score/${id}`,
    );
    return rows.map(({ username, score, profile }) => row(username, score, profile));
  }
  const rows = await player.read<{ username: string; points: number; profile: string }[]>(
    `/mathGame/top-users/${id}`,
  );
  return rows.map(({ username, points, profile }) => row(username, points, profile));
}

export async function readResult(player: Player, { id, kind }: RunContest): Promise<PlayerResult> {
  const { score, rank, won_available, won_bonus } = await player.read<Detail>(
    `${contestCalls[kind].detail}/${id}`,
  );
  return {
    userId: player.userId,
    username: player.username,
    score,
    rank,
    won: (won_available ?? 0) + (won_bonus ?? 0),
    proof: kind === 'card' ? await player.read<CardProof>(`/fairness/card/${id}`) : undefined,
  };
}

import type { AdminHeist, Heist, HeistResult, HeistState } from '@copup/shared/heists.ts';
import { heistRoom } from '@copup/shared/room-names.ts';
import type { Player } from '@copup/testkit/players.ts';
import type { RoomSnapshot } from './room-socket.ts';

/** A player's view of a heist, as the player's own calls return it. */
export interface HeistView {
  userId: string;
  username: string;
  joined: boolean;
  answered: boolean;
  question: string | null;
  /** Only of a completed heist. */
  result: HeistResult | undefined;
}

export interface PublishedHeist {
  heist: AdminHeist;
  views: HeistView[];
}

/** The room of a heist by a REST call: name and last state. */
export async function readHeistRoom(
  player: Player,
  id: number,
  epoch: number,
): Promise<[string, RoomSnapshot]> {
  const heist = await player.read<Heist>(`/hurt/heist/${id}`);
  const state: HeistState = {
    status: heist.status,
    participants: heist.participant_count,
    left: heist.remaining_spots,
    opensAt: Date.parse(heist.opens_at),
    startsAt: Date.parse(heist.starts_at),
    endDate: Date.parse(heist.end_date),
  };
  return [heistRoom(id), { epoch, version: heist.version, state }];
}

export async function readHeistView(player: Player, { id, status }: AdminHeist): Promise<HeistView> {
  const { joined, answered, question } = await player.read<Heist>(`/hurt/heist/${id}`);
  const { userId, username } = player;
  const result =
    status === 'completed' ? await player.read<HeistResult>(`/hurt/heist/winner/${id}`) : undefined;
  return { userId, username, joined, answered, question, result };
}

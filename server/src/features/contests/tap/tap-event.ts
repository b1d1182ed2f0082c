import { TAP } from '@copup/shared/room-names.ts';
import { TapBatch, type TapCounted } from '@copup/shared/tap-contests.ts';
import { replyInTime } from '../../../deadline.ts';
import type { Deps } from '../../../deps.ts';
import { Refusal } from '../../../errors.ts';
import type { SocketCommand } from '../../../rooms/socket-events.ts';
import { refuseSuspended } from '../../../sessions/refuse-suspended.ts';
import { type ContestCalls, toPlayer } from '../contest-calls.ts';
import type { PlayLane } from '../play-lane.ts';
import type { TapInput, TapResult } from './tap-rules.ts';

/** The socket event `tap` (C2): a numbered batch, acknowledged after its commit. */
export const tapEvent = (
  calls: ContestCalls,
  lane: PlayLane<TapInput, TapResult>,
  clock: Pick<Deps['clock'], 'wallMs'>,
): SocketCommand<TapBatch, TapCounted> => ({
  event: TAP,
  schema: TapBatch,
  run: (viewer, { contest, stream, batch, count }) =>
    replyInTime(async () => {
      if (viewer.role === 1) throw new Refusal('OPERATORS_CANNOT_PLAY', 'Operators cannot take part.');
      refuseSuspended(viewer, clock);
      const played = await lane.submit(String(contest), {
        player: toPlayer(viewer),
        input: { count, batch: { stream, batch } },
      });
      return { ok: true, contest, batch, ...played.result, ...(await calls.standing(contest, played)) };
    }),
});

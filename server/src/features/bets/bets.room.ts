import type { BetsState } from '@copup/shared/bets.ts';
import type { Deps } from '../../deps.ts';
import type { RoomKind } from '../../rooms/room-kind.ts';
import { listRoomKind } from '../../subjects/list-room.ts';

/** Room bets (realm 0) and bets:{realm}: new bets and changes of status (B3). */
export const betsRoomKind = (deps: Pick<Deps, 'db'>): RoomKind<BetsState> => ({
  ...listRoomKind<BetsState['changes'][number]>(deps, {
    kind: 'bets',
    table: 'bets',
    fields: ['id', 'status'],
  }),
  isPlay: true,
});

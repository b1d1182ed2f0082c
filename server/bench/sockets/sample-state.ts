import type { RoomFrame } from '@copup/shared/rooms.ts';
import { stateOfRow } from '../../src/features/auctions/auctions.subject.ts';

/** Returns a frame of an auction's room as the product composes it. The yardsticks send the same. */
export function sampleFrame(room: string, version: number): RoomFrame {
  const state = stateOfRow({
    status: 'active',
    currentBidAmount: 100 + version,
    leaderUsername: 'adaobi_okafor',
    leaderProfile: null,
    endDate: new Date(1_763_000_600_000),
    hardEnd: new Date(1_763_001_200_000),
    seq: version,
  });
  return { room, epoch: 1_763_000_000, version, state, watchers: 2_000, serverTime: Date.now() };
}

/** Returns a yardstick's reply to a join: for each kind of room of the same size as the product's. */
export function sampleSnapshot(room: string, version: number) {
  if (room.startsWith('user:')) return { ...sampleFrame(room, version), state: sampleWallet };
  if (room.startsWith('auctions')) return { ...sampleFrame(room, version), state: { changes: [] } };
  return { ...sampleFrame(room, version), recent: [] };
}

const sampleWallet = { available: 100, held: 0, bonus: 0, task: 0, unread: 0 };

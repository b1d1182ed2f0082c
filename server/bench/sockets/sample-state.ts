/** An auction's state as frames carry it. The yardsticks send the same. */
export function sampleFrame(room: string, version: number) {
  return {
    room,
    epoch: 1_763_000_000,
    version,
    state: {
      status: 'active',
      price: 100 + version,
      endTime: 1_763_000_600_000,
      bidder: { id: '0199c0de-0000-7000-8000-000000000001', username: 'ada', profile: null },
      bids: version,
      participants: 12,
    },
    watchers: 2_000,
    serverTime: Date.now(),
  };
}

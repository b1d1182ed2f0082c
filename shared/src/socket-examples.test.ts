import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { auctionsCalls } from './calls/auctions.ts';
import { baseOf, encodeDelta } from './room-deltas.ts';
import { SocketCall } from './socket-calls.ts';
import { roomStates, socketEvents } from './socket-events.ts';
import { exampleFrames, socketExamples } from './socket-examples.ts';

/** The schema keeps every field of the example, so none of them is unknown or has another type. */
const expectFits = (schema: z.ZodType, example: unknown) => expect(schema.parse(example)).toEqual(example);

describe('R2 examples of /docs/sockets', () => {
  it.each(Object.entries(socketExamples))('of the event %s fit its schemas', (name, { payload, ack }) => {
    const event = socketEvents[name as keyof typeof socketEvents];
    expectFits(event.payload, payload);
    if (event.ack) expectFits(event.ack, ack);
    else expect(ack).toBeNull();
  });

  it('are about one auction: what is joined, the bid, its receipt, the frame and the delta of the same bid', () => {
    const { before, after } = exampleFrames;
    for (const { state } of [before, after]) expectFits(roomStates.auction, state);
    const base = baseOf(before, 12);
    expect(base && encodeDelta(base, after)?.delta).toEqual(socketExamples['{number}'].payload);

    const { call, body } = SocketCall.parse(socketExamples.call.payload);
    const bid = auctionsCalls.calls['POST /auction/bid/:id'];
    expect(call).toBe('POST /auction/bid/:id');
    expectFits(bid.body, body);
    const { ack } = socketExamples.call;
    expect(ack).toMatchObject({ ok: true, reply: { seq: after.state.seq, price: after.state.price } });
    if (ack.ok) expectFits(bid.reply, ack.reply);
  });
});

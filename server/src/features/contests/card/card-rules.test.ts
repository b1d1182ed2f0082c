import { Buffer } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import { Refusal } from '../../../errors.ts';
import { type CardState, pickCard } from './card-rules.ts';

const START_MS = 1_000_000;
const seeds = {
  serverSeed: Buffer.from(Array.from({ length: 32 }, (_, at) => at)),
  clientSeed: 'jollof-2026',
};
const pick = (state: CardState | undefined, nowMs: number, position = 0, key?: string) =>
  pickCard(state, { position, key }, seeds, nowMs);
function accepted(judged: ReturnType<typeof pick>) {
  if (judged instanceof Refusal) throw judged;
  return judged;
}

describe('picking a card', () => {
  it('F1 returns the card at the position of the draw with the next nonce', () => {
    // The vectors of server/src/fairness/draws.test.ts: orders 3, 5.
    const first = accepted(pick(undefined, START_MS, 2));
    expect(first).toMatchObject({ points: 10, result: { nonce: 1, position: 2, cardOrder: 3, value: 10 } });
    const second = accepted(pick(first.state, START_MS + 1_000, 1));
    expect(second).toMatchObject({ points: 5, record: { nonce: 2, position: 1, cardOrder: 5, value: 5 } });
  });

  it('C3 refuses a pick less than a second after the last, with the time to wait', () => {
    const first = accepted(pick(undefined, START_MS));
    const refusal = pick(first.state, START_MS + 999);
    expect(refusal).toMatchObject({ code: 'TOO_FAST', details: { retryAfterMs: 1 } });
  });

  it('C3 waits for no pick of the future after the clock has stepped back', () => {
    const first = accepted(pick(undefined, START_MS));
    const second = accepted(pick(first.state, START_MS - 30_000));
    expect(second.state).toMatchObject({ nonce: 2, atMs: START_MS - 30_000 });
    expect(pick(second.state, START_MS - 29_500)).toMatchObject({ details: { retryAfterMs: 500 } });
  });

  it('P6 the key of the last pick returns its reply again and draws nothing', () => {
    const first = accepted(pick(undefined, START_MS, 1, 'k'));
    const again = accepted(pick(first.state, START_MS + 50, 1, 'k'));
    expect(again).toEqual({ points: 0, state: undefined, result: first.result });
    expect(pick(first.state, START_MS + 50, 2, 'k')).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
  });
});

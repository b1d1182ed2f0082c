import { PICK_INTERVAL_MS } from '@copup/shared/card-games.ts';
import { type CardValue, cardOrders, drawBelow } from '@copup/shared/fairness.ts';
import { Refusal } from '../../../errors.ts';
import { nodeHashes } from '../../../fairness/node-hashes.ts';
import { keyReused, tooFast } from '../contests.errors.ts';
import type { Judged } from '../play.ts';

/** The stored state of a player: the last pick. */
export interface CardState {
  /** Number of picks so far, which is the nonce of the last draw (F1). */
  nonce: number;
  atMs: number;
  position: number;
  cardOrder: number;
  /** The Idempotency-Key of the last pick (P6). */
  key?: string;
}

export interface PickInput {
  position: number;
  key: string | undefined;
}

export interface CardDraw {
  nonce: number;
  position: number;
  cardOrder: number;
  value: CardValue;
}

export interface PickResult extends CardDraw {
  atMs: number;
}

interface DrawSeeds {
  serverSeed: Buffer;
  clientSeed: string;
}

/** Draws the cards of one pick (C3, F1); refuses a pick less than a second after the player's last one. */
export function pickCard(
  state: CardState | undefined,
  { position, key }: PickInput,
  seeds: DrawSeeds,
  nowMs: number,
): Judged<CardState, PickResult, CardDraw> | Refusal {
  if (state && key !== undefined && key === state.key) {
    if (position !== state.position) return keyReused();
    return { points: 0, state: undefined, result: { ...drawOf(state), atMs: state.atMs } };
  }
  // The database's clock may have stepped back: a pick of the future is no reason to wait.
  const waitMs = state && nowMs >= state.atMs ? state.atMs + PICK_INTERVAL_MS - nowMs : 0;
  if (waitMs > 0) return tooFast('One pick a second. Wait a moment.', waitMs);
  const nonce = (state?.nonce ?? 0) + 1;
  const cardOrder = drawBelow(cardOrders.length, { ...seeds, nonce }, nodeHashes);
  const next: CardState = { nonce, atMs: nowMs, position, cardOrder, ...(key !== undefined && { key }) };
  const draw = drawOf(next);
  return { points: draw.value, state: next, result: { ...draw, atMs: nowMs }, record: draw };
}

function drawOf({ nonce, position, cardOrder }: CardState): CardDraw {
  const value = cardOrders[cardOrder]?.[position];
  if (value === undefined) throw new Refusal('BAD_REQUEST', 'The position must be 0, 1 or 2.');
  return { nonce, position, cardOrder, value };
}

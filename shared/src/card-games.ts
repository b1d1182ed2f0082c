import { z } from 'zod';
import { Contest, JoinContestReply, OwnResult, Standing } from './contests.ts';
import { payWithField } from './entry-payments.ts';
import { cardValues } from './fairness.ts';
import { IsoTime } from './wire.ts';

/** C3: minimum number of milliseconds between two picks of a player. */
export const PICK_INTERVAL_MS = 1_000;

export const CardGame = Contest.extend({
  /** The same as title. */
  name: z.string(),
  /** Seconds until the end (C7). */
  timer: z.int().min(0),
});
/** C13: the commitment published before the first pick, if the caller joined. */
const Commitment = z.object({ commitment: z.string().nullable() });
export const CardGameDetail = CardGame.extend(OwnResult.shape)
  .extend(Commitment.shape)
  .extend({
    /** Present once the game has ended. */
    winner: z.object({ username: z.string(), profile: z.string(), score: z.int() }).nullable(),
    /** When the caller may pick again; null before the first pick. */
    next_pick_at: IsoTime.nullable(),
  });
export type CardGameDetail = z.infer<typeof CardGameDetail>;

const GameId = z.int().min(1).max(999_999_999);
export const JoinGameBody = z.object({ gameId: GameId, ...payWithField });
export const JoinCardGameReply = JoinContestReply.extend({
  /** Hex SHA-256 of the server seed (F1). */
  commitment: z.string(),
});
export type JoinCardGameReply = z.infer<typeof JoinCardGameReply>;

export const PickCardBody = z.object({
  gameId: GameId,
  /** 0 is the left card, which is also the default: all positions are equally likely. */
  position: z.int().min(0).max(2).optional(),
  /** Accepted and without effect (P5). */
  cardValue: z.unknown().optional(),
});
export const PickCardReply = Standing.extend({
  /** The value of the card that was drawn. */
  pickedCard: z.literal(cardValues),
  position: z.int(),
  /** The values of all three cards, from the left. */
  cards: z.array(z.literal(cardValues)),
  /** The number of this draw in the caller's game, from 1. */
  nonce: z.int(),
  next_pick_at: IsoTime,
});
export type PickCardReply = z.infer<typeof PickCardReply>;

export const CardLeader = z.object({ username: z.string(), score: z.int(), profile: z.string() });

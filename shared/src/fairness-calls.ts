import { z } from 'zod';
import { cardValues, clientSeedForm } from './fairness.ts';
import { HeistStatus, WinnerRule } from './heists.ts';
import { SpinFairness } from './spins.ts';
import { boundedString } from './text.ts';
import { IdText, IsoTime } from './wire.ts';

/** F1: kinds of draws. */
const FairnessKind = z.enum(['card', 'heist', 'spin']);
export const FairnessParams = z.object({ kind: FairnessKind, id: IdText });

export const ClientSeedBody = z.object({
  client_seed: boundedString(clientSeedForm.maxLength)
    .min(1)
    .regex(clientSeedForm.pattern, clientSeedForm.rule),
});
/** The seed applies to every game in which the user has not drawn yet. */
/** Null until the user sets one or joins a game, which sets a random one. */
export const OwnClientSeed = z.object({ client_seed: z.string().nullable() });
export const ClientSeedReply = z.object({ client_seed: z.string() });

const CardDraw = z.object({
  nonce: z.int(),
  position: z.int(),
  /** All three cards from the left. */
  cards: z.array(z.literal(cardValues)),
  /** The card at the position. */
  value: z.literal(cardValues),
  at: IsoTime,
});

/** The caller's own draws in a card game. */
export const CardFairness = z.object({
  kind: z.literal('card'),
  id: z.int(),
  title: z.string(),
  /** Hex SHA-256 of the server seed, published before the first draw. */
  commitment: z.string(),
  /** Hex; null until the game has ended. */
  server_seed: z.string().nullable(),
  client_seed: z.string(),
  draws: z.array(CardDraw),
  /** The sum of the draws, which is the score on the leaderboard. */
  score: z.int(),
});
export type CardFairness = z.infer<typeof CardFairness>;

/** A heist for every user: `HeistProof` in heist-proof.ts explains each field. */
export const HeistFairness = z.object({
  kind: z.literal('heist'),
  id: z.int(),
  title: z.string(),
  status: HeistStatus,
  winner_rule: WinnerRule,
  answer_commitment: z.string(),
  draw_commitment: z.string(),
  salt: z.string().nullable(),
  question: z.string().nullable(),
  answers: z.array(z.string()).nullable(),
  draw_seed: z.string().nullable(),
  accepted_near_misses: z.array(z.string()),
  tickets: z.array(z.string()),
  correct_count: z.int(),
  correct: z.array(z.object({ place: z.int(), user: z.string(), answer: z.string(), answered_at: IsoTime })),
  winner: z.string().nullable(),
  winner_username: z.string().nullable(),
});
export type HeistFairness = z.infer<typeof HeistFairness>;

/** The same document is saved as a proof; `node scripts/verify-proof.mjs FILE` checks it offline. */
export const FairnessReply = z.discriminatedUnion('kind', [CardFairness, HeistFairness, SpinFairness]);
export type FairnessReply = z.infer<typeof FairnessReply>;

import type { CardFairness, FairnessReply, HeistFairness } from '@copup/shared/fairness-calls.ts';
import type { SpinFairness } from '@copup/shared/spins.ts';

/** Maximum size of a file; a proof of thousands of draws, or of a draw among 100,000 tickets, is smaller. */
export const mostProofBytes = 4_000_000;

export const proofFileName = ({ kind, id }: Pick<FairnessReply, 'kind' | 'id'>) =>
  `copup-proof-${kind}-${id}.json`;

/** Returns the API's document as text, in the format of `node scripts/verify-proof.mjs FILE`. */
export const proofText = (proof: FairnessReply) => `${JSON.stringify(proof, null, 2)}\n`;

/** Parses a proof; returns null for other texts. */
export function readProof(text: string): FairnessReply | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isObject(value)) return null;
  if (value.kind === 'heist') return readHeistProof(value);
  return value.kind === 'spin' ? readSpinProof(value) : readCardProof(value);
}

function readCardProof(value: Partial<Record<string, unknown>>): CardFairness | null {
  const proof = value as Partial<CardFairness>;
  const isSeed = isTextOrNull(proof.server_seed);
  if (!isText(proof.commitment) || !isText(proof.client_seed) || !isSeed) return null;
  if (typeof proof.score !== 'number' || !Array.isArray(proof.draws)) return null;
  const areDraws = proof.draws.every(
    (draw) =>
      isObject(draw) &&
      [draw.nonce, draw.position, draw.value].every(Number.isInteger) &&
      Array.isArray(draw.cards),
  );
  return areDraws ? { ...(proof as CardFairness), title: String(proof.title ?? 'Card game') } : null;
}

function readHeistProof(value: Partial<Record<string, unknown>>): HeistFairness | null {
  const proof = value as Partial<HeistFairness>;
  const areTexts = [proof.answer_commitment, proof.draw_commitment, proof.winner_rule].every(isText);
  const { salt, question, draw_seed, winner, winner_username: name } = proof;
  const areTextsOrNull = [salt, question, draw_seed, winner, name].every(isTextOrNull);
  const areLists = [proof.accepted_near_misses, proof.tickets].every(isTextList);
  const isAnswers = proof.answers === null || isTextList(proof.answers);
  if (!areTexts || !areTextsOrNull || !areLists || !isAnswers) return null;
  if (!Number.isInteger(proof.correct_count) || !Array.isArray(proof.correct)) return null;
  const areCorrect = proof.correct.every(
    (one) =>
      isObject(one) && Number.isInteger(one.place) && [one.user, one.answer, one.answered_at].every(isText),
  );
  return areCorrect ? { ...(proof as HeistFairness), title: String(proof.title ?? 'Heist') } : null;
}

function readSpinProof(value: Partial<Record<string, unknown>>): SpinFairness | null {
  const { commitment, client_seed, server_seed, segment, result, at } = value;
  const areTexts = [commitment, client_seed].every(isText) && [server_seed, at].every(isTextOrNull);
  const areNumbers = [segment, result].every((number) => number === null || Number.isInteger(number));
  return areTexts && areNumbers ? { ...(value as SpinFairness), title: String(value.title ?? 'Spin') } : null;
}

const isObject = (value: unknown): value is Partial<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
const isText = (value: unknown): boolean => typeof value === 'string';
const isTextOrNull = (value: unknown): boolean => value === null || isText(value);
const isTextList = (value: unknown): boolean => Array.isArray(value) && value.every(isText);

import { editDistance } from './edit-distance.ts';
import { drawBelow, fromHex, type Hashes, SERVER_SEED_BYTES, toHex } from './fairness.ts';
import { normalizeAnswer } from './normalize-answer.ts';

/**
 * Proof of a heist (H3, H4, F1). Two commitments are published before the first ticket: that of the answer, and that
 * of the seed of the draw. At the end the salt, the question, the accepted answers and the seed are revealed.
 *
 * Commitment of the answer: hex SHA-256 of the UTF-8 text of the JSON array [salt, question, [answer, …]] without white
 * space, as `JSON.stringify` writes it. The salt is 16 random bytes in hex.
 *
 * Pseudonym of a user: the first 16 hex digits of the SHA-256 of the text "{salt}:{user id}".
 *
 * Draw: as in fairness.ts, with nonce 1, below the number of correct answers. Its client seed is the hex SHA-256 of the
 * text "1:{pseudonym}\n2:{pseudonym}\n…" of all tickets in order of their numbers, joined by a line feed. The draw is
 * the index of the winner among the correct answers, in the order of time.
 */
export const ANSWER_SALT_BYTES = 16;
/** The nonce of the only draw of a heist. */
const NONCE = 1;
const PSEUDONYM_LENGTH = 16;

const encoder = new TextEncoder();
const hashText = (text: string, { sha256 }: Pick<Hashes, 'sha256'>): string =>
  toHex(sha256(encoder.encode(text)));

/** What is committed before the first ticket. The salt is hex. */
export interface AnswerTerms {
  salt: string;
  question: string;
  answers: readonly string[];
}

export const answerCommitmentOf = (
  { salt, question, answers }: AnswerTerms,
  hashes: Pick<Hashes, 'sha256'>,
): string => hashText(JSON.stringify([salt, question, answers]), hashes);

export const pseudonymOf = (salt: string, userId: string, hashes: Pick<Hashes, 'sha256'>): string =>
  hashText(`${salt}:${userId}`, hashes).slice(0, PSEUDONYM_LENGTH);

/** Returns the client seed of the draw. `tickets` are the pseudonyms of the ticket holders by the ticket's number. */
export const ticketsDigestOf = (tickets: readonly string[], hashes: Pick<Hashes, 'sha256'>): string =>
  hashText(tickets.map((pseudonym, at) => `${at + 1}:${pseudonym}`).join('\n'), hashes);

/** Returns the index of the winner among the correct answers in the order of time. */
export const drawWinner = (
  correct: number,
  { serverSeed, clientSeed }: { serverSeed: Uint8Array; clientSeed: string },
  hashes: Pick<Hashes, 'hmacSha256'>,
): number => drawBelow(correct, { serverSeed, clientSeed, nonce: NONCE }, hashes);

/** Two edits, or a fifth of the length of a long answer, but always less than half of the answer. */
export const mostEdits = (length: number): number =>
  Math.min(Math.max(2, Math.floor(length / 5)), Math.floor((length - 1) / 2));

export interface Closest {
  /** The accepted answer, as it was written. */
  answer: string;
  distance: number;
}

/**
 * Returns the accepted answer that a normalized text nearly equals, with the number of edits between both; undefined
 * for a correct answer and for one that is not near.
 */
export function findNearMiss(normalized: string, answers: readonly string[]): Closest | undefined {
  let closest: Closest | undefined;
  for (const answer of answers) {
    const accepted = normalizeAnswer(answer);
    const most = Math.min(
      mostEdits([...accepted].length),
      (closest?.distance ?? Number.MAX_SAFE_INTEGER) - 1,
    );
    const distance = editDistance(normalized, accepted, most);
    if (distance === 0) return undefined;
    if (distance <= most) closest = { answer, distance };
  }
  return closest;
}

export interface CorrectAnswer {
  /** From 1, in the order of time. */
  place: number;
  /** Pseudonym of the user. */
  user: string;
  answer: string;
  answered_at: string;
}

/** A heist, as `GET /fairness/heist/{id}` returns it and as the proof file contains it. */
export interface HeistProof {
  winner_rule: string;
  answer_commitment: string;
  draw_commitment: string;
  /** This and the following are null until the heist is completed. */
  salt: string | null;
  question: string | null;
  answers: readonly string[] | null;
  draw_seed: string | null;
  /** Normalized answers that operators accepted as near misses before the end. */
  accepted_near_misses: readonly string[];
  /** Pseudonyms of the ticket holders, by the number of the ticket; empty unless the winner was drawn. */
  tickets: readonly string[];
  correct_count: number;
  /** The first correct answers, and that of the winner. */
  correct: readonly CorrectAnswer[];
  /** Pseudonym; null when no answer was correct. */
  winner: string | null;
  /** For display. */
  winner_username: string | null;
}

export interface HeistProofResult {
  isProven: boolean;
  /** Whether the revealed salt, question and answers are those that were committed. */
  isAnswerCommitted: boolean;
  /** Whether the SHA-256 of the revealed seed is the commitment. */
  isSeedCommitted: boolean;
  /** Whether each answer listed as correct is one of the accepted answers or near misses. */
  areAnswersCorrect: boolean;
  /** Whether each near miss that operators accepted nearly equals a committed answer. */
  areNearMissesNear: boolean;
  /** Whether the correct answers are in the order of time, none twice. */
  isOrderRight: boolean;
  /** Whether the winner follows from all this: the first correct answer, or the drawn one. */
  isWinnerRight: boolean;
}

/** Verifies a completed heist. */
export function verifyHeistProof(proof: HeistProof, hashes: Hashes): HeistProofResult {
  const { salt, question, answers } = proof;
  const isAnswerCommitted =
    salt !== null &&
    question !== null &&
    answers !== null &&
    answerCommitmentOf({ salt, question, answers }, hashes) === proof.answer_commitment.toLowerCase();
  const seed = fromHex(proof.draw_seed ?? '');
  const isSeedCommitted =
    seed?.length === SERVER_SEED_BYTES && toHex(hashes.sha256(seed)) === proof.draw_commitment.toLowerCase();
  const accepted = new Set([...(answers ?? []).map(normalizeAnswer), ...proof.accepted_near_misses]);
  const result = {
    isAnswerCommitted,
    isSeedCommitted,
    areAnswersCorrect: proof.correct.every(({ answer }) => accepted.has(normalizeAnswer(answer))),
    areNearMissesNear: proof.accepted_near_misses.every((text) => findNearMiss(text, answers ?? [])),
    isOrderRight: isInOrder(proof),
    isWinnerRight: proof.winner === winnerOf(proof, seed, hashes),
  };
  return { isProven: Object.values(result).every(Boolean), ...result };
}

function isInOrder({ correct, correct_count }: HeistProof): boolean {
  const users = new Set(correct.map(({ user }) => user));
  return (
    users.size === correct.length &&
    correct.length <= correct_count &&
    (correct.length > 0 || correct_count === 0) &&
    correct.every(({ place, answered_at }, at) => {
      const before = correct[at - 1];
      if (place > correct_count) return false;
      if (!before) return place === 1;
      return place > before.place && answered_at >= before.answered_at;
    })
  );
}

/** Returns undefined when the proof does not contain what the winner follows from. */
function winnerOf(
  { winner_rule, correct, correct_count, tickets }: HeistProof,
  serverSeed: Uint8Array | undefined,
  hashes: Hashes,
): string | null | undefined {
  if (correct_count === 0) return null;
  if (winner_rule === 'earliest') return correct[0]?.user;
  if (!serverSeed || tickets.length < correct_count) return undefined;
  const clientSeed = ticketsDigestOf(tickets, hashes);
  const index = drawWinner(correct_count, { serverSeed, clientSeed }, hashes);
  const drawn = correct.find(({ place }) => place === index + 1)?.user;
  return drawn !== undefined && tickets.includes(drawn) ? drawn : undefined;
}

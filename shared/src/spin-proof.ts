import { drawBelow, fromHex, type Hashes, SERVER_SEED_BYTES, toHex } from './fairness.ts';

/**
 * Proof of a spin (B1, B5, F1). The server draws a seed for each player and publishes its commitment before the spin.
 * The segment is the draw of fairness.ts with nonce 1, below 6; the result is the number of coins in that segment. The
 * seed is revealed in the reply of the spin.
 */
export const spinSegments = [0, 2, 3, 4, 5, 6] as const;
export type SpinResult = (typeof spinSegments)[number];
export const MAX_SPIN_RESULT = 6;

/** There is one wheel: the id of every player's proof. */
export const SPIN_ID = 1;
/** A player has one draw. */
const NONCE = 1;

/** Returns the index of the segment at which the wheel stops. */
export const drawSegment = (
  { serverSeed, clientSeed }: { serverSeed: Uint8Array; clientSeed: string },
  hashes: Pick<Hashes, 'hmacSha256'>,
): number => drawBelow(spinSegments.length, { serverSeed, clientSeed, nonce: NONCE }, hashes);

/** A spin, as `GET /fairness/spin/1` returns it and as the proof file contains it. */
export interface SpinProof {
  commitment: string;
  /** This, the segment and the result are null until the spin. */
  server_seed: string | null;
  client_seed: string;
  /** From 0, the index of `spinSegments`. */
  segment: number | null;
  /** Coins. */
  result: number | null;
}

export interface SpinProofResult {
  isProven: boolean;
  /** Whether the SHA-256 of the server seed is the commitment. */
  isSeedCommitted: boolean;
  /** Whether the segment follows from the seeds. */
  isSegmentRight: boolean;
  /** Whether the result is the number of coins in the segment. */
  isResultRight: boolean;
}

/** Verifies a spin: the seed, the segment and its coins. */
export function verifySpinProof(proof: SpinProof, hashes: Hashes): SpinProofResult {
  const serverSeed = fromHex(proof.server_seed ?? '');
  const isSeedCommitted =
    serverSeed?.length === SERVER_SEED_BYTES &&
    toHex(hashes.sha256(serverSeed)) === proof.commitment.toLowerCase();
  const isSegmentRight =
    serverSeed !== undefined &&
    drawSegment({ serverSeed, clientSeed: proof.client_seed }, hashes) === proof.segment;
  const isResultRight =
    proof.segment !== null && proof.result !== null && spinSegments[proof.segment] === proof.result;
  return {
    isProven: isSeedCommitted && isSegmentRight && isResultRight,
    isSeedCommitted,
    isSegmentRight,
    isResultRight,
  };
}

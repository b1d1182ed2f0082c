#!/usr/bin/env node
// Verifies a proof that was saved on the page /fair, without a network and without other files of this project:
//
//   node scripts/verify-proof.mjs proof.json
//
// Exits with 0 if everything matches, 1 if something does not, and 2 if the file is not a proof.
import { createHash, createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';

const orders = [
  [10, 5, 0],
  [10, 0, 5],
  [5, 10, 0],
  [5, 0, 10],
  [0, 10, 5],
  [0, 5, 10],
];
const WORDS = 2 ** 32;

/**
 * Returns a number below `below`: the first unbiased word of HMAC-SHA-256(server seed, "client seed:nonce"), then of ":1"
 * …
 */
function draw(below, serverSeed, clientSeed, nonce) {
  const limit = WORDS - (WORDS % below);
  for (let block = 0; ; block += 1) {
    const message = `${clientSeed}:${nonce}${block === 0 ? '' : `:${block}`}`;
    const bytes = createHmac('sha256', serverSeed).update(message).digest();
    for (let at = 0; at < bytes.length; at += 4) {
      const word = bytes.readUInt32BE(at);
      if (word < limit) return word % below;
    }
  }
}

function readProof(file) {
  const proof = JSON.parse(readFileSync(file, 'utf8'));
  const isProof =
    proof?.kind === 'card' &&
    /^[0-9a-f]{64}$/i.test(proof.commitment) &&
    typeof proof.client_seed === 'string' &&
    Number.isInteger(proof.score) &&
    Array.isArray(proof.draws) &&
    proof.draws.every((each) => Array.isArray(each?.cards));
  if (!isProof) throw new Error('This is not a proof of a card game.');
  if (proof.server_seed === null)
    throw new Error('The proof was saved before the game had ended: the server seed is missing.');
  if (!/^[0-9a-f]{64}$/i.test(proof.server_seed)) throw new Error('The server seed is not 32 bytes in hex.');
  return proof;
}

/** Returns one sentence for everything that does not match. */
function mismatchesOf(proof) {
  const mismatches = [];
  const serverSeed = Buffer.from(proof.server_seed, 'hex');
  const commitment = createHash('sha256').update(serverSeed).digest('hex');
  if (commitment !== proof.commitment.toLowerCase())
    mismatches.push('The server seed does not match the commitment.');
  let score = 0;
  for (const [at, { nonce, position, cards, value }] of proof.draws.entries()) {
    score += value;
    if (nonce !== at + 1) {
      mismatches.push(`Draw ${at + 1} has the number ${nonce}: a draw is missing or was added.`);
      continue;
    }
    const drawn = orders[draw(orders.length, serverSeed, proof.client_seed, nonce)];
    if (drawn.join() !== cards.join())
      mismatches.push(`Draw ${nonce} is ${cards.join(', ')}; the seeds give ${drawn.join(', ')}.`);
    else if (drawn[position] !== value)
      mismatches.push(`Draw ${nonce}: the card at ${position} is ${drawn[position]}, not ${value}.`);
  }
  if (score !== proof.score) mismatches.push(`The draws add up to ${score}, the score is ${proof.score}.`);
  return mismatches;
}

const [file] = process.argv.slice(2);
try {
  if (file === undefined) throw new Error('Usage: node scripts/verify-proof.mjs FILE');
  const proof = readProof(file);
  const mismatches = mismatchesOf(proof);
  for (const mismatch of mismatches) console.log(mismatch);
  if (mismatches.length === 0) console.log(`All ${proof.draws.length} draws match. Score: ${proof.score}.`);
  process.exitCode = mismatches.length === 0 ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 2;
}

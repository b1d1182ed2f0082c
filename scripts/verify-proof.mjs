#!/usr/bin/env node
// Verifies a proof that was saved on the page /fair or on an auction's page, without a network and without other files of this project:
//
//   node scripts/verify-proof.mjs proof.json
//
// Verifies signed receipts, as links of their QR codes, with the keys that /.well-known/copup-receipts.json lists, saved in a file:
//
//   node scripts/verify-proof.mjs LINK... keys.json
//
// Exits with 0 if everything matches, 1 if something does not, and 2 if the file is not a proof.
import { createHash, createHmac, createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';

const orders = [
  [10, 5, 0],
  [10, 0, 5],
  [5, 10, 0],
  [5, 0, 10],
  [0, 10, 5],
  [0, 5, 10],
];
const segments = [0, 2, 3, 4, 5, 6];
const WORDS = 2 ** 32;
const HASH = /^[0-9a-f]{64}$/i;

const sha256 = (data) => createHash('sha256').update(data).digest('hex');

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

/** How a proof of each kind is recognized, what it must contain, and what is verified. */
const kinds = {
  card: {
    isProof: (proof) =>
      HASH.test(proof.commitment) &&
      typeof proof.client_seed === 'string' &&
      Number.isInteger(proof.score) &&
      Array.isArray(proof.draws) &&
      proof.draws.every((each) => Array.isArray(each?.cards)),
    seed: 'server_seed',
    mismatches: cardMismatches,
    confirmation: ({ draws, score }) => `All ${draws.length} draws match. Score: ${score}.`,
  },
  heist: {
    isProof: (proof) =>
      HASH.test(proof.answer_commitment) &&
      HASH.test(proof.draw_commitment) &&
      ['earliest', 'draw'].includes(proof.winner_rule) &&
      Number.isInteger(proof.correct_count) &&
      ['correct', 'tickets', 'accepted_near_misses'].every((list) => Array.isArray(proof[list])),
    seed: 'draw_seed',
    mismatches: heistMismatches,
    confirmation: ({ winner, winner_username, winner_rule, correct_count }) =>
      winner === null
        ? 'The question and the answers match. No answer was correct.'
        : `The question and the answers match. ${winner_username ?? winner} won: ` +
          `${winner_rule === 'draw' ? 'drawn from' : 'the earliest of'} ${correct_count} correct answers.`,
  },
  spin: {
    isProof: (proof) => HASH.test(proof.commitment) && typeof proof.client_seed === 'string',
    seed: 'server_seed',
    mismatches: spinMismatches,
    confirmation: ({ segment, result }) => `The spin matches: segment ${segment + 1} of 6, ${result} coins.`,
  },
  bids: {
    isProof: (proof) =>
      Number.isInteger(proof.auction_id) && HASH.test(proof.chain_head) && Array.isArray(proof.bids),
    mismatches: bidMismatches,
    confirmation: ({ bids, auction_id: id }) =>
      `${bids.length === 1 ? 'The bid' : `All ${bids.length} bids`} of auction ${id} check out.`,
  },
};

function readProof(file) {
  const proof = JSON.parse(readFileSync(file, 'utf8'));
  const kind = Object.hasOwn(kinds, proof?.kind) ? kinds[proof.kind] : undefined;
  if (!kind?.isProof(proof))
    throw new Error('This is not a proof of a card game, a heist, a spin or an auction’s bids.');
  if (kind.seed === undefined) return { proof, kind };
  const seed = proof[kind.seed];
  if (seed === null) throw new Error('The proof was saved before the end: the server seed is missing.');
  if (!HASH.test(seed)) throw new Error('The server seed is not 32 bytes in hex.');
  return { proof, kind };
}

/** Returns one sentence for everything that does not match. */
function cardMismatches(proof) {
  const mismatches = [];
  const serverSeed = Buffer.from(proof.server_seed, 'hex');
  if (sha256(serverSeed) !== proof.commitment.toLowerCase())
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

function spinMismatches({ commitment, server_seed, client_seed, segment, result }) {
  const mismatches = [];
  const serverSeed = Buffer.from(server_seed, 'hex');
  if (sha256(serverSeed) !== commitment.toLowerCase())
    mismatches.push('The server seed does not match the commitment.');
  const drawn = draw(segments.length, serverSeed, client_seed, 1);
  if (drawn !== segment) mismatches.push(`The segment is ${segment}; the seeds give ${drawn}.`);
  else if (segments[segment] !== result)
    mismatches.push(`The segment has ${segments[segment]} coins, not ${result}.`);
  return mismatches;
}

/** The bytes of a bid: docs/bid-chain.md. */
function bidMismatches({ auction_id: id, genesis, chain_head: published, seq: last, bids }) {
  let head = sha256(`copup auction ${id}`);
  if (head !== genesis) return ['The hash before bid 1 does not match the auction.'];
  let price = 0;
  for (const [at, bid] of bids.entries()) {
    if (bid.seq !== at + 1) return [`Bid ${at + 1} is missing.`];
    if (bid.price_before !== price || bid.price <= price)
      return [`Bid ${bid.seq} raises ${bid.price_before} to ${bid.price}; the price before was ${price}.`];
    const numbers = Buffer.alloc(20);
    numbers.writeUInt32BE(bid.seq, 0);
    numbers.writeBigUInt64BE(BigInt(bid.price), 4);
    numbers.writeBigUInt64BE(BigInt(Date.parse(bid.at)), 12);
    const parts = [Buffer.from(head, 'hex'), numbers.subarray(0, 4), Buffer.from(bid.bidder, 'hex')];
    // The server made this bid for a player with an own maximum.
    const reason = bid.reason === 'own_maximum' ? [Buffer.from([1])] : [];
    head = sha256(Buffer.concat([...parts, numbers.subarray(4), ...reason]));
    if (head !== bid.hash) return [`Bid ${bid.seq} doesn’t match.`];
    price = bid.price;
  }
  return head === published && bids.length === last ? [] : ['The last bids are missing.'];
}

function heistMismatches(proof) {
  const { salt, question, answers, correct, correct_count: count, accepted_near_misses: near } = proof;
  const mismatches = [];
  const committed = sha256(JSON.stringify([salt, question, answers]));
  if (committed !== proof.answer_commitment.toLowerCase())
    mismatches.push('The salt, the question and the answers do not match the commitment.');
  const seed = Buffer.from(proof.draw_seed, 'hex');
  if (sha256(seed) !== proof.draw_commitment.toLowerCase())
    mismatches.push('The seed of the draw does not match the commitment.');
  const accepted = (answers ?? []).map(normalize);
  for (const text of near)
    if (!accepted.some((answer) => isNear(text, answer)))
      mismatches.push(`The accepted answer “${text}” does not nearly equal a committed one.`);
  for (const { place, answer } of correct)
    if (![...accepted, ...near].includes(normalize(answer)))
      mismatches.push(`The answer “${answer}” at place ${place} is not correct.`);
  mismatches.push(...orderMismatches(correct, count));
  const winner = winnerOf(proof, seed);
  if (winner !== proof.winner)
    mismatches.push(`The winner is ${proof.winner}; the answers and seeds give ${winner ?? 'none'}.`);
  return mismatches;
}

function orderMismatches(correct, count) {
  if (new Set(correct.map(({ user }) => user)).size < correct.length)
    return ['A user has two correct answers.'];
  if (correct.length > count || (correct.length === 0 && count > 0) || (correct[0]?.place ?? 1) !== 1)
    return ['Correct answers are missing or were added.'];
  const isInOrder = correct.every(({ place, answered_at }, at) => {
    const before = correct[at - 1];
    return place <= count && (!before || (place > before.place && answered_at >= before.answered_at));
  });
  return isInOrder ? [] : ['The correct answers are not in the order of time.'];
}

function winnerOf({ winner_rule, correct, correct_count: count, tickets }, seed) {
  if (count === 0) return null;
  if (winner_rule === 'earliest') return correct[0]?.user;
  if (tickets.length < count) return undefined;
  const clientSeed = sha256(tickets.map((pseudonym, at) => `${at + 1}:${pseudonym}`).join('\n'));
  const place = draw(count, seed, clientSeed, 1) + 1;
  const drawn = correct.find((one) => one.place === place)?.user;
  return tickets.includes(drawn) ? drawn : undefined;
}

const plainLetters = {
  ɓ: 'b',
  ɗ: 'd',
  ƙ: 'k',
  ƴ: 'y',
  đ: 'd',
  ħ: 'h',
  ł: 'l',
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  ς: 'σ',
};
const ignored = /[\p{M}\p{P}\p{Sk}\p{Cf}\p{Default_Ignorable_Code_Point}\u02bb-\u02bd]/gu;

/** The form in which answers are compared: without accents, punctuation, differences of case and extra white space. */
function normalize(text) {
  const folded = text.normalize('NFKD').replace(ignored, '').toUpperCase().toLowerCase();
  const plain = folded
    .normalize('NFKD')
    .replace(ignored, '')
    .replace(/[ɓɗƙƴđħłøæœς]/g, (letter) => plainLetters[letter]);
  return [...plain.replace(/[\s\p{Cc}]+/gu, ' ').trim()].slice(0, 200).join('').trimEnd();
}

/** Returns whether two normalized texts differ in at most two characters or a fifth, but less than half, of the answer. */
function isNear(text, answer) {
  const { length } = [...answer];
  const most = Math.min(Math.max(2, Math.floor(length / 5)), Math.floor((length - 1) / 2));
  return editDistance([...text], [...answer]) <= most;
}

function editDistance(one, other) {
  let above = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [row, letter] of one.entries()) {
    const current = [row + 1];
    for (const [at, another] of other.entries())
      current.push(Math.min(above[at] + (letter === another ? 0 : 1), above[at + 1] + 1, current[at] + 1));
    above = current;
  }
  return above.at(-1);
}

const SEALED = /^([\w-]+)\.([\w-]+)\.([\w-]{85}[AQgw])$/;

/** Returns what the signed content says, and whether it is from Copup and belongs to the link. */
function verifyReceipt(link, keys) {
  const url = URL.canParse(link) ? new URL(link) : undefined;
  const [, payload, kid, signature] = SEALED.exec(url?.searchParams.get('s') ?? '') ?? [];
  const key = keys.find((one) => one.kid === kid);
  const isSigned =
    key !== undefined &&
    verify(
      null,
      Buffer.from(`${payload}.${kid}`),
      createPublicKey({ key, format: 'jwk' }),
      Buffer.from(signature, 'base64url'),
    );
  if (!isSigned) return { isTrue: false, text: 'This receipt was changed, or is not from Copup.' };
  const content = JSON.parse(Buffer.from(payload, 'base64url').toString());
  if (!url.pathname.endsWith(`/${content.code}`))
    return { isTrue: false, text: 'The link and the signed receipt do not belong together.' };
  const { status, kind, coins, from, to, at, read } = content;
  const text = `${kind} of ${coins} coins from ${from} to ${to} at ${at}: ${status}. True at ${read}; later reversals unknown.`;
  return { isTrue: true, text };
}

function verifyReceipts(links, file) {
  const { keys } = JSON.parse(readFileSync(file, 'utf8'));
  const results = links.map((link) => verifyReceipt(link, keys));
  for (const { text } of results) console.log(text);
  return results.every(({ isTrue }) => isTrue);
}

function verifyProof(file) {
  const { proof, kind } = readProof(file);
  const mismatches = kind.mismatches(proof);
  for (const mismatch of mismatches) console.log(mismatch);
  if (mismatches.length === 0) console.log(kind.confirmation(proof));
  return mismatches.length === 0;
}

const [file, ...further] = process.argv.slice(2);
try {
  if (file === undefined) throw new Error('Usage: node scripts/verify-proof.mjs FILE, or LINK... KEYS');
  const isTrue =
    further.length > 0 ? verifyReceipts([file, ...further.slice(0, -1)], further.at(-1)) : verifyProof(file);
  process.exitCode = isTrue ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 2;
}

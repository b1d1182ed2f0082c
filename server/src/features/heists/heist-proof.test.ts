import { editDistance } from '@copup/shared/edit-distance.ts';
import { fromHex } from '@copup/shared/fairness.ts';
import {
  answerCommitmentOf,
  drawWinner,
  findNearMiss,
  type HeistProof,
  pseudonymOf,
  ticketsDigestOf,
  verifyHeistProof,
} from '@copup/shared/heist-proof.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nodeHashes } from '../../fairness/node-hashes.ts';

// The vectors are of Python 3: hashlib, hmac, and json.dumps(…, ensure_ascii=False, separators=(',', ':')).
const salt = '000102030405060708090a0b0c0d0e0f';
const question = 'Which river meets the Niger at Lokoja?';
const answers = ['Benue', 'River Benue', 'Ọ̀yà “Benue”\n'];
const answer_commitment = '3385e1fc0d12fa963d6bd0b254fc7fc704f57ab7723124a85b508278cf5ad93e';
const userIds = [1, 2, 3, 4, 5].map((nth) => `0192f0c1-0000-7000-8000-00000000000${nth}`);
const tickets = [
  '438d9946eb953eb7',
  '13d1f4b49497975a',
  '4ca5e84c06eaed06',
  '5f9576dd49cd5d43',
  '69b8d854b964ada8',
];
const digest = '8041111745003c9f0402e7e3a658753058ff146b84bbbb7377b3125f00bbd057';
const draw_seed = '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f';
// printf 000102…1f | xxd -r -p | openssl dgst -sha256
const draw_commitment = '630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd';

describe('H3 F1 the hashes of a heist', () => {
  it('equal those of another implementation', () => {
    expect(answerCommitmentOf({ salt, question, answers }, nodeHashes)).toBe(answer_commitment);
    expect(userIds.map((id) => pseudonymOf(salt, id, nodeHashes))).toEqual(tickets);
    expect(ticketsDigestOf(tickets, nodeHashes)).toBe(digest);
    const seeds = { serverSeed: fromHex(draw_seed) as Uint8Array, clientSeed: digest };
    expect([1, 2, 3, 4, 5, 6, 7, 100_003].map((n) => drawWinner(n, seeds, nodeHashes))).toEqual([
      0, 0, 0, 2, 4, 0, 4, 88_479,
    ]);
  });

  it('differ for every change of the terms', () => {
    const changes = [
      { salt: `${salt.slice(0, -1)}e`, question, answers },
      { salt, question: `${question} `, answers },
      { salt, question, answers: answers.slice(1) },
      { salt, question, answers: [...answers].reverse() },
      { salt, question, answers: [answers.join('","')] },
    ];
    const commitments = changes.map((terms) => answerCommitmentOf(terms, nodeHashes));
    expect(new Set([...commitments, answer_commitment]).size).toBe(changes.length + 1);
  });
});

const correct = ['benue', 'RIVER BENUE!', 'Benuue', 'Benue'].map((answer, at) => ({
  place: at + 1,
  user: tickets[at] as string,
  answer,
  answered_at: `2026-11-20T20:00:0${at}.000Z`,
}));
/** Below 4, the draw is 2: the third correct answer. */
const drawn: HeistProof = {
  winner_rule: 'draw',
  answer_commitment,
  draw_commitment,
  salt,
  question,
  answers,
  draw_seed,
  accepted_near_misses: ['benuue'],
  tickets,
  correct_count: 4,
  correct,
  winner: tickets[2] as string,
  winner_username: 'player3',
};
const earliest: HeistProof = { ...drawn, winner_rule: 'earliest', tickets: [], winner: tickets[0] as string };
const without: HeistProof = { ...drawn, correct: [], correct_count: 0, winner: null, tickets: [] };
const listed = (at: number, change: object) =>
  correct.map((one, nth) => (nth === at ? { ...one, ...change } : one));

describe('F1 H4 the proof of a heist', () => {
  it.each([
    ['a draw', drawn],
    ['the earliest answer', earliest],
    ['no correct answer', without],
    ['a part of the list with the winner', { ...drawn, correct: [correct[0], correct[2]] } as HeistProof],
  ])('with %s is valid', (_, proof) => {
    expect(verifyHeistProof(proof, nodeHashes)).toEqual({
      isProven: true,
      isAnswerCommitted: true,
      isSeedCommitted: true,
      areAnswersCorrect: true,
      areNearMissesNear: true,
      isOrderRight: true,
      isWinnerRight: true,
    });
  });

  it.each([
    ['another salt', { ...drawn, salt: salt.replace('0f', '0e') }, 'isAnswerCommitted'],
    ['another question', { ...drawn, question: 'Which?' }, 'isAnswerCommitted'],
    ['an answer added', { ...drawn, answers: [...answers, 'Kaduna'] }, 'isAnswerCommitted'],
    ['no answers', { ...drawn, answers: null }, 'isAnswerCommitted'],
    ['another seed', { ...drawn, draw_seed: draw_seed.replace('1f', '20') }, 'isSeedCommitted'],
    ['no seed', { ...drawn, draw_seed: null }, 'isSeedCommitted'],
    ['a wrong answer', { ...drawn, correct: listed(1, { answer: 'Kaduna' }) }, 'areAnswersCorrect'],
    [
      'an accepted answer that is not near',
      { ...drawn, accepted_near_misses: ['benuue', 'kaduna'] },
      'areNearMissesNear',
    ],
    ['a later answer first', { ...drawn, correct: [...correct].reverse() }, 'isOrderRight'],
    [
      'another time',
      { ...earliest, correct: listed(0, { answered_at: '2026-11-20T20:00:09.000Z' }) },
      'isOrderRight',
    ],
    ['the first answer left out', { ...earliest, correct: correct.slice(1) }, 'isOrderRight'],
    ['a user twice', { ...drawn, correct: listed(1, { user: tickets[0] }) }, 'isOrderRight'],
    ['answers that are not listed', { ...drawn, correct: [], winner: null }, 'isOrderRight'],
    ['another winner', { ...drawn, winner: tickets[1] as string }, 'isWinnerRight'],
    ['a later winner', { ...earliest, winner: tickets[1] as string }, 'isWinnerRight'],
    ['no winner', { ...earliest, winner: null }, 'isWinnerRight'],
    ['a winner without a correct answer', { ...without, winner: tickets[0] as string }, 'isWinnerRight'],
    ['a ticket left out', { ...drawn, tickets: tickets.slice(0, 2) }, 'isWinnerRight'],
    // The draw among these tickets is 3.
    ['other tickets', { ...drawn, tickets: [...tickets, '0000000000000003'] }, 'isWinnerRight'],
    ['another number of correct answers', { ...drawn, correct_count: 5 }, 'isWinnerRight'],
  ] as const)('with %s is not valid', (_, proof, check) => {
    const result = verifyHeistProof(proof as HeistProof, nodeHashes);
    expect(result.isProven).toBe(false);
    expect(result[check]).toBe(false);
  });
});

describe('H3 near misses', () => {
  it.each([
    ['benuue', ['Benue'], { answer: 'Benue', distance: 1 }],
    ['bemue', ['River Benue', 'Benue'], { answer: 'Benue', distance: 1 }],
    ['rivr bene', ['Benue', 'River Benue'], { answer: 'River Benue', distance: 2 }],
    ['ahmadu belo universty zarya', ['Ahmadu Bello University, Zaria'], { distance: 3 }],
    ['ekoo', ['Èkó'], { distance: 1 }],
  ])('%s of %j', (typed, accepted, found) => {
    expect(findNearMiss(typed, accepted)).toMatchObject(found);
  });

  it.each([
    ['benue', ['Benue', 'Benua']],
    ['kaduna', ['Benue']],
    ['abc', ['Benue']],
    // Less than half of the answer: of a short number, another number is not a near miss.
    ['1961', ['1984']],
    ['8', ['7']],
    ['13', ['12']],
    ['oyo', ['Eko']],
  ])('%s is none of %j', (typed, accepted) => {
    expect(findNearMiss(typed, accepted)).toBeUndefined();
  });

  it('have the edit distance of the plain algorithm, cut off', () => {
    const plain = (one: string, other: string): number => {
      if (one === '' || other === '') return one.length + other.length;
      const [rest, others] = [one.slice(1), other.slice(1)];
      if (one[0] === other[0]) return plain(rest, others);
      return 1 + Math.min(plain(rest, others), plain(rest, other), plain(one, others));
    };
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 6 });
    fc.assert(
      fc.property(word, word, fc.nat(6), (one, other, most) => {
        expect(editDistance(one, other, most)).toBe(Math.min(plain(one, other), most + 1));
      }),
    );
  });
});

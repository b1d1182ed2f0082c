import { exampleFrames } from '@copup/shared/socket-examples.ts';
import { expect, it } from 'vitest';
import { roomFacts } from './room-facts.ts';

const { before } = exampleFrames;

it('O2 a live room shows what its watchers see, and no times once it is over', () => {
  expect(roomFacts(before.state, before.serverTime)).toEqual([
    ['Status', 'Active'],
    ['Price', '14'],
    ['Leader', 'bola'],
    ['Bids', '14'],
    ['Ends in', '1:00'],
    ['Latest end in', '10:00'],
  ]);
  const over = { ...before.state, status: 'cancelled', leader: null };
  expect(roomFacts(over, before.serverTime).map(([, value]) => value)).toEqual([
    'Cancelled',
    '14',
    '–',
    '14',
  ]);
  const late = before.state.hardEnd + 1;
  expect(roomFacts(before.state, late).slice(-1)).toEqual([['Latest end in', 'over']]);
});

it('O2 contests and lists show what they have', () => {
  const contest = {
    status: 'ended',
    players: 2,
    top: [
      ['ada', 12, 'a.webp'],
      ['bola', 9],
    ],
    endDate: 1,
  };
  expect(roomFacts(contest, 0)).toEqual([
    ['Status', 'Ended'],
    ['Players', '2'],
    ['Best', 'ada 12, bola 9'],
  ]);
  expect(roomFacts({ changes: [{ id: 1 }] }, 0)).toEqual([['Changes', 'the last 1']]);
});

import type { NewContestBody } from '@copup/shared/contests.ts';
import type { DemoPlace } from '../../subjects/renew-demo.ts';

/** One contest of the demo: when it is over, the next one like it is created. */
export interface DemoContest extends DemoPlace {
  contest: Omit<NewContestBody, 'starts_at' | 'end_date'>;
}

const tier = { easy: 2, medium: 7, hard: 13 } as const;

/** One contest of each tier for each kind, so that each lobby always has one to join, and one that starts later. */
export const demoContests: readonly DemoContest[] = [
  {
    contest: {
      kind: 'tap',
      title: 'Lunch Break Taps',
      description: 'Tap the coin as fast as you can. The most taps win.',
      entry_fee: 10,
      prize: 40,
      minimum_users: tier.easy,
    },
    startsInMin: 0,
    lastsMin: 5,
  },
  {
    contest: {
      kind: 'tap',
      title: 'Owerri Tap Masters',
      description: 'Seven players at least, or every fee comes back.',
      entry_fee: 20,
      prize: 150,
      minimum_users: tier.medium,
    },
    startsInMin: 0,
    lastsMin: 30,
  },
  {
    contest: {
      kind: 'tap',
      title: 'The Hundred Seconds',
      description: 'A hundred seconds for at least thirteen players.',
      entry_fee: 50,
      prize: 700,
      minimum_users: tier.hard,
    },
    startsInMin: 10,
    lastsMin: 2,
  },
  {
    contest: {
      kind: 'card',
      title: 'Three Card Rush',
      description: 'Pick one of three cards each second: 10, 5 or 0. Every draw can be verified.',
      entry_fee: 10,
      prize: 40,
      minimum_users: tier.easy,
    },
    startsInMin: 0,
    lastsMin: 6,
  },
  {
    contest: {
      kind: 'card',
      title: 'Lagos Card Night',
      description: 'Seven players at least, or every fee comes back.',
      entry_fee: 25,
      prize: 180,
      minimum_users: tier.medium,
    },
    startsInMin: 0,
    lastsMin: 40,
  },
  {
    contest: {
      kind: 'card',
      title: 'High Table',
      description: 'Thirteen players, one prize.',
      entry_fee: 100,
      prize: 1_300,
      minimum_users: tier.hard,
    },
    startsInMin: 15,
    lastsMin: 20,
  },
  {
    contest: {
      kind: 'math',
      title: 'Quick Sums',
      description: 'Add two numbers and pick the sum. A wrong answer costs nothing.',
      entry_fee: 10,
      prize: 40,
      minimum_users: tier.easy,
    },
    startsInMin: 0,
    lastsMin: 7,
  },
  {
    contest: {
      kind: 'math',
      title: 'Market Day Sums',
      description: 'Seven players at least, or every fee comes back.',
      entry_fee: 20,
      prize: 150,
      minimum_users: tier.medium,
    },
    startsInMin: 0,
    lastsMin: 45,
  },
  {
    contest: {
      kind: 'math',
      title: 'The Professor’s Table',
      description: 'Thirteen players, one prize.',
      entry_fee: 60,
      prize: 800,
      minimum_users: tier.hard,
    },
    startsInMin: 20,
    lastsMin: 15,
  },
];

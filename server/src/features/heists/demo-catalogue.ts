import type { NewHeistBody } from '@copup/shared/heists.ts';
import type { DemoPlace } from '../../subjects/renew-demo.ts';

/** One heist of the demo: when it is over, the next one like it is created, unless its end is in the past. */
export interface DemoHeist extends DemoPlace {
  heist: Omit<NewHeistBody, 'opens_at' | 'starts_at' | 'end_date'>;
  /** Minutes until its tickets are sold without the unlock code. By default at once. */
  opensInMin?: number;
  /** How many of the demo's players have a ticket, the second one through the link of the first. */
  tickets: 0 | 1 | 2;
  /** Answers of the demo's players, in their order. */
  answers?: readonly string[];
}

/** A heist in each state (H1). Times before the creation are negative. */
export const demoHeists: readonly DemoHeist[] = [
  {
    heist: {
      name: 'The Zuma Rock Vault',
      story: 'A courier left a steel box with a park ranger below Zuma Rock. One word opens it.',
      category: 'product',
      prize: 4_100,
      prize_name: '3.5kVA petrol generator',
      ticket_price: 50,
      question: 'Zuma Rock is printed on the back of which naira note?',
      answers: ['100 naira', '₦100', 'One hundred naira', '100'],
      capacity: 40,
      minimum_users: 2,
    },
    opensInMin: 45,
    startsInMin: 90,
    lastsMin: 30,
    tickets: 0,
  },
  {
    heist: {
      name: 'The Third Mainland Vault',
      story:
        'Every evening 30,000 cars cross the lagoon above it. Bring ten friends: each ticket through your link counts.',
      category: 'cash',
      prize: 600,
      prize_name: '600 coins',
      ticket_price: 20,
      question: 'Which lagoon does the Third Mainland Bridge cross?',
      answers: ['Lagos Lagoon', 'Lagos', 'The Lagos Lagoon'],
      capacity: 60,
      minimum_users: 2,
      target_users: 10,
      reward_bid_points: 100,
    },
    startsInMin: 55,
    lastsMin: 20,
    tickets: 2,
  },
  {
    heist: {
      name: 'The Balogun Market Vault',
      story: 'Behind a stall with lace from three continents stands a safe that its owner cannot open.',
      category: 'coupon',
      prize: 200,
      prize_name: '₦20,000 grocery coupon',
      ticket_price: 10,
      question: 'On which island of Lagos is Balogun Market?',
      answers: ['Lagos Island', 'Èkó Island', 'Isale Eko'],
      capacity: 25,
      minimum_users: 2,
      target_users: 5,
      reward_bid_points: 25,
    },
    startsInMin: 25,
    lastsMin: 15,
    tickets: 1,
  },
  {
    heist: {
      name: 'The Kano Wall Vault',
      story: 'Fifteen gates, one key. The guard of the old city wall asks his question once a day.',
      category: 'cash',
      prize: 120,
      prize_name: '120 coins',
      ticket_price: 15,
      question: 'Which hill with an old settlement stands inside the walls of Kano?',
      answers: ['Dala Hill', 'Dala', 'Dutsen Dala'],
      capacity: 30,
      minimum_users: 2,
    },
    startsInMin: 4,
    lastsMin: 12,
    tickets: 2,
  },
  {
    heist: {
      name: 'The Benin Bronze Vault',
      story: 'The casters of Igun Street keep their best work behind a door without a handle.',
      category: 'product',
      prize: 1_850,
      prize_name: 'Infinix Hot 40i, 256GB',
      ticket_price: 25,
      winner_rule: 'draw',
      question: 'What is the title of the king of Benin?',
      answers: ['Oba', 'The Oba', 'Oba of Benin'],
      capacity: 50,
      minimum_users: 2,
    },
    startsInMin: 0,
    lastsMin: 40,
    tickets: 2,
  },
  {
    heist: {
      name: 'The Osun Grove Vault',
      story: 'Under the oldest tree of the grove lay a box from 1965, and a riddle by its artist.',
      category: 'product',
      prize: 950,
      prize_name: 'Bluetooth party speaker, 60W',
      ticket_price: 20,
      question: 'In which town is the sacred grove of Osun?',
      answers: ['Osogbo', 'Oshogbo'],
      capacity: 20,
      minimum_users: 2,
    },
    startsInMin: -180,
    lastsMin: 60,
    tickets: 2,
    answers: ['  OSHOGBO! ', 'Ilesa'],
  },
  {
    heist: {
      name: 'The Enugu Coal Vault',
      story: 'The last shift of the Iva Valley mine locked its wages away and forgot the word.',
      category: 'cash',
      prize: 250,
      prize_name: '250 coins',
      ticket_price: 30,
      question: 'Which nickname does Enugu have after its mines?',
      answers: ['Coal City', 'The Coal City'],
      capacity: 20,
      minimum_users: 2,
    },
    startsInMin: -95,
    lastsMin: 30,
    tickets: 2,
    answers: ['Coal Town', 'coal city'],
  },
  {
    heist: {
      name: 'The Calabar Carnival Vault',
      story: 'The costume of the year is behind glass. Ten must come before its keeper shows it.',
      category: 'coupon',
      prize: 150,
      prize_name: '₦15,000 fashion coupon',
      ticket_price: 10,
      question: 'In which month is the carnival of Calabar?',
      answers: ['December'],
      capacity: 30,
      minimum_users: 10,
    },
    startsInMin: -120,
    lastsMin: 30,
    tickets: 1,
  },
];

import type { Heist, HeistResult, HeistState } from '@copup/shared/heists.ts';
import type { StagedPage } from './staged-page.ts';

export const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();
export const minuteMs = 60_000;
const hash = `9f2c41ab${'0'.repeat(48)}e3d077b1`;
export const question = 'I am spent every day and never run out. What am I?';

export const heistOf = (facts: Partial<Heist> = {}): Heist => ({
  id: 7,
  name: 'The Balogun Market Blackout',
  prize: 6_500,
  prize_name: 'Game console and two pads',
  prize_image: '',
  ticket_price: 120,
  category: 'product',
  status: 'started',
  story:
    'At 9:14 pm the lights go out on all five floors. When they return, the safe is shut and only the trader in the blue cap is smiling.',
  question: null,
  answer: null,
  answer_commitment: hash,
  winner_rule: 'earliest',
  capacity: 50,
  participant_count: 42,
  remaining_spots: 8,
  minimum_users: 10,
  opens_at: inMs(-60 * minuteMs),
  starts_at: inMs(-minuteMs),
  end_date: inMs(5 * minuteMs),
  target_users: 0,
  reward_bid_points: 0,
  joined: true,
  answered: false,
  own_answer: null,
  answered_at: null,
  version: 1,
  server_time: inMs(0),
  ...facts,
});
export const ekoBridge = (facts: Partial<Heist> = {}) =>
  heistOf({
    id: 8,
    name: 'Eko Bridge Night Run',
    prize_name: '₦1,000,000 cash prize',
    category: 'cash',
    status: 'available',
    ticket_price: 250,
    participant_count: 18,
    remaining_spots: 32,
    starts_at: inMs(60 * minuteMs),
    end_date: inMs(65 * minuteMs),
    joined: false,
    ...facts,
  });

export const stateOf = (heist: Heist, facts: Partial<HeistState> = {}): HeistState => ({
  status: heist.status,
  participants: heist.participant_count,
  left: heist.remaining_spots,
  opensAt: Date.parse(heist.opens_at),
  startsAt: Date.parse(heist.starts_at),
  endDate: Date.parse(heist.end_date),
  ...facts,
});
export const vaultOf = (heist: Heist, asked: string | null = question) => ({
  status: heist.status,
  question: asked,
  startsAt: Date.parse(heist.starts_at),
  endDate: Date.parse(heist.end_date),
});

export function stageHeists(staged: StagedPage, heists: readonly Heist[]): void {
  const of = (...statuses: Heist['status'][]) => heists.filter(({ status }) => statuses.includes(status));
  staged.answer('/hurt/heists/available', { json: of('available') });
  staged.answer('/hurt/heists-started', { json: of('started', 'completed', 'cancelled') });
  staged.answer('/hurt/heists-on-hold', { json: of('on_hold') });
  staged.answer('/hurt/heists-waiting', { json: of('waiting') });
  staged.socket.set('heists', { changes: [] });
  for (const heist of heists) {
    staged.answer(`/hurt/heist/${heist.id}`, { json: heist });
    staged.socket.set(`heist:${heist.id}@card`, stateOf(heist));
    staged.socket.set(`heist:${heist.id}`, stateOf(heist));
    if (heist.joined) staged.socket.set(`vault:${heist.id}`, vaultOf(heist));
  }
}

export const resultOf = (facts: Partial<HeistResult> = {}): HeistResult => ({
  winner: 'tunde_ibadan',
  winner_profile: '',
  heist: {
    id: 7,
    name: 'The Balogun Market Blackout',
    prize: 6_500,
    prize_name: 'Game console and two pads',
    prize_image: '',
    category: 'product',
    end_date: inMs(-1_000),
    question,
    answer: 'Time',
  },
  own_answer: 'time!',
  won: false,
  won_available: null,
  won_bonus: null,
  ...facts,
});

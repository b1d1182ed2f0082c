import type { NewRecord } from '@copup/shared/calls/records.ts';
import { LAGOS_OFFSET_MS } from '../../lagos-time.ts';

/** The clubs of the demo. They are invented. */
export const demoTeams: readonly NewRecord<'team'>[] = [
  { name: 'Green Eagles FC', crest: 'pale-0b7a4b-f5f4ef' },
  { name: 'Lagoon United', crest: 'fess-2338ae-ffb01f' },
  { name: 'Northern Pillars', crest: 'bend-d1270f-f5f4ef' },
  { name: 'Port Harcourt City', crest: 'roundel-0f1530-8ea0ff' },
  { name: 'Ibadan Athletic', crest: 'bars-6b3f00-ffcf70' },
  { name: 'Calabar Waves', crest: 'halves-0c5f6d-c9eef5' },
  { name: 'Coal City Rangers', crest: 'pale-1c1c1c-d1270f' },
  { name: 'Jos Highlanders', crest: 'bend-4b2a7f-f4d35e' },
  { name: 'Delta Rovers', crest: 'fess-0a7245-0f1530' },
  { name: 'Kano Emirates SC', crest: 'roundel-ffb01f-0b7a4b' },
  { name: 'Akure Sunrise', crest: 'halves-d45d00-ffe2b8' },
  { name: 'Confluence Stars', crest: 'bars-2338ae-f5f4ef' },
];

/** Two players of the demo who bet against each other. */
export const demoBettors = [
  { username: 'sola_surulere', fullName: 'Olusola Adeyemi' },
  { username: 'zainab_kano', fullName: 'Zainab Sani' },
] as const;

/** Their bets about the next matches. */
export const demoBets = [
  { title: 'Who takes the early match?', stake: 50 },
  { title: 'Underdogs to win, any takers?', stake: 120 },
  { title: 'Ninety minutes, no excuses', stake: 20 },
  { title: 'My club or yours', stake: 200 },
] as const;

const DAY_MS = 86_400_000;
/** Kickoffs of a day, in minutes after midnight in Lagos. */
const KICKOFFS_MIN = [16 * 60, 19 * 60 + 30] as const;
/** Days with matches, from tomorrow. */
const DAYS = 7;

export interface DemoMatch {
  kickoff: Date;
  home: string;
  away: string;
}

/** Returns the matches of the next days: two a day, by a round robin that is the same for every server. */
export function demoMatches(now: Date): DemoMatch[] {
  const today = Math.floor((now.getTime() + LAGOS_OFFSET_MS) / DAY_MS);
  return Array.from({ length: DAYS }, (_, nth) => today + 1 + nth).flatMap((day) =>
    KICKOFFS_MIN.map((minutes, nth) => {
      const kickoff = new Date(day * DAY_MS - LAGOS_OFFSET_MS + minutes * 60_000);
      return { kickoff, ...pairOf(day, nth) };
    }),
  );
}

/** The circle method: one team stays, the others move on by one place each day. */
function pairOf(day: number, nth: number): { home: string; away: string } {
  const names = demoTeams.map(({ name }) => name);
  const [fixed = '', ...others] = names;
  const at = (place: number) => others[(day + place) % others.length] ?? '';
  if (nth === 0 && day % 2 === 0) return { home: fixed, away: at(0) };
  const place = 1 + nth + 2 * (day % 2);
  return { home: at(place), away: at(others.length - place) };
}

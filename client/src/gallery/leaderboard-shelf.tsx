import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Leaderboard, type LeaderboardRow } from '../ui/leaderboard.tsx';
import { Line, Shelf } from './frame.tsx';

const start: LeaderboardRow[] = [
  { id: 'z', rank: 1, name: 'zainab.m', score: 1_391 },
  { id: 'c', rank: 2, name: 'Chukwuemeka Oluwadamilare-Nwosu', score: 1_198 },
  { id: 'i', rank: 3, name: 'ibrahim_bello_kano_1988', score: 1_102 },
  { id: 'e', rank: 4, name: 'Ẹniọlá Ẹ.', score: 1_090 },
  { id: 'a', rank: 5, name: 'adaeze_o', score: 1_004 },
];

/** The user climbs from the fifth place to the second. */
const climbed: LeaderboardRow[] = [
  { id: 'z', rank: 1, name: 'zainab.m', score: 1_391 },
  { id: 'a', rank: 2, name: 'adaeze_o', score: 1_204 },
  { id: 'c', rank: 3, name: 'Chukwuemeka Oluwadamilare-Nwosu', score: 1_198 },
  { id: 'i', rank: 4, name: 'ibrahim_bello_kano_1988', score: 1_102 },
  { id: 'e', rank: 5, name: 'Ẹniọlá Ẹ.', score: 1_090 },
];

const tied: LeaderboardRow[] = [
  { id: 'n', rank: 1, name: 'Ngozi O.', score: 95 },
  { id: 't', rank: 2, name: 'tunde_balogun', score: 80 },
  { id: 'k', rank: 2, name: 'kemi', score: 80 },
];

export function LeaderboardShelf() {
  const [rows, setRows] = useState(start);
  return (
    <Shelf title="Leaderboard" isWide>
      <Leaderboard
        title="Top tappers"
        aside="48 playing"
        rows={rows}
        own={rows.find(({ id }) => id === 'a')}
        emptyText="No taps yet."
      />
      <Line>
        <Button look="line" size="sm" onClick={() => setRows(rows === start ? climbed : start)}>
          Change the ranks
        </Button>
      </Line>
      <div className="grid items-start gap-3 lg:grid-cols-2">
        <Leaderboard
          title="Pinned, with a tie"
          aside="12 playing"
          rows={tied}
          own={{ id: 'a', rank: 31, name: 'adaeze_o', score: 12 }}
          emptyText="No points yet."
        />
        <Leaderboard title="Empty" rows={[]} emptyText="No points yet." />
      </div>
    </Shelf>
  );
}

import { expect, it } from 'vitest';
import { rank } from './rank.ts';

it('O1 the search shows names that start with the text before those that contain it', () => {
  const tunde = { title: 'Babatunde Bello', detail: 'tunde_ibadan' };
  const ada = { title: 'Adaeze Eze', detail: 'ada_lagos' };
  const obi = { title: 'Nnamdi Obi', detail: 'adaobi, demo' };
  expect(rank([tunde, ada, obi], 'ADA')).toEqual([ada, obi, tunde]);
  expect(rank([tunde, ada], 'zz')).toEqual([tunde, ada]);
});

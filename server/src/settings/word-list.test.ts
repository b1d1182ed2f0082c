import { describe, expect, it } from 'vitest';
import { settingDefinitions } from './definitions.ts';
import { hasListedWord, isOwnName } from './word-list.ts';

const { defaultValue, schema } = settingDefinitions.wordList;

describe('X13 the word list', () => {
  it.each(['shit', 'Holy SHIT', 'sh1t_happens', '5h!t', 'shít', 'f_u_c_k_you', 'unfuckable', 'FUCK2026'])(
    'finds a word of the default list in %j',
    (text) => expect(hasListedWord(text, defaultValue)).toBe(true),
  );

  it.each(['Bola Shittu', 'Scunthorpe_fan', 'grape juice', 'Ọjà ńlá Ìbàdàn', 'tunde_1990', '', '12345'])(
    'finds none in %j',
    (text) => expect(hasListedWord(text, defaultValue)).toBe(false),
  );

  it.each([
    'Copup Support',
    'copup_ng',
    'C0PUP',
    'Сорυр Help',
    'Cópup',
    'c.o.p.u.p team',
    'support2',
    'Admin',
    'Customer Care',
    'Site Administrator',
    'official_ada',
  ])('reserves %j, which reads as a name of this service', (name) => expect(isOwnName(name)).toBe(false));

  it.each(['Ada Okafor', 'coupon_queen', 'Cup Opara', 'Radmin Bello', 'Офис', 'Adminah'])(
    'lets a player be called %j',
    (name) => expect(isOwnName(name)).toBe(true),
  );

  it('is what operators set, and an empty list allows every word', () => {
    expect(hasListedWord('jollof cup', 'jollof')).toBe(true);
    expect(hasListedWord('jollofs cup', 'jollof')).toBe(false);
    expect(hasListedWord('jollofs cup', '*jollof*')).toBe(true);
    expect(hasListedWord('shit', '')).toBe(false);
    for (const list of ['', 'jollof', 'a *b*  c', defaultValue])
      expect(schema.safeParse(list).success).toBe(true);
    for (const list of ['*', '*a', 'Jollof', 'a,b', '**']) expect(schema.safeParse(list).success).toBe(false);
  });
});

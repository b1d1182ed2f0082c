import { normalizeAnswer } from '@copup/shared/normalize-answer.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

describe('H3 an answer is normalized', () => {
  it.each([
    ['white space at the ends', '  Lagos \n', 'lagos'],
    ['white space within', 'Benin \t\n  City', 'benin city'],
    ['a no-break space', 'Benin\u00a0City', 'benin city'],
    ['capital letters', 'ABUJA', 'abuja'],
    ['a capital that folds to two letters', 'STRASSE', normalizeAnswer('Straße')],
    ['a capital sharp s', 'STRAẞE', 'strasse'],
    ['a dotless i', 'ıbadan', 'ibadan'],
    ['a final sigma', 'ΟΔΟΣ', normalizeAnswer('οδοσ')],
    ['punctuation', '¿Lagos, Nigeria?!', 'lagos nigeria'],
    ['a hyphen', 'Port-Harcourt', 'portharcourt'],
    ['quotes and apostrophes', '“Ngũgĩ’s” `book`', 'ngugis book'],
    ['accents, composed', 'Café', 'cafe'],
    ['accents, decomposed', 'Cafe\u0301', 'cafe'],
    ['Yoruba: dots below and tones', 'Ọ̀ṣun', 'osun'],
    ['Yoruba: capitals with dots and tones', 'ẸKỌ́ ÀTI Ọ̀YỌ́', 'eko ati oyo'],
    ['Igbo: dots below and above', 'Ụmụ Ọka ṅụrụ ị', 'umu oka nuru i'],
    ['Hausa: hooked letters', 'Ɓauna Ɗan Ƙofa Ƴanci', 'bauna dan kofa yanci'],
    ['Hausa: an apostrophe letter', 'ʼyanci', 'yanci'],
    ['a ligature and full-width letters', 'ﬁve ＡＢＣ', 'five abc'],
    ['superscript digits', 'x²', 'x2'],
    ['invisible characters', 'La\u200bg\u00ados\ufeff', 'lagos'],
    ['digits', ' 1 960 ', '1 960'],
    ['symbols, which are kept', '₦5 + $3', '₦5 + $3'],
    ['an emoji with a joiner and a variation selector', '❤️', '❤'],
  ])('%s', (_, typed, normalized) => {
    expect(normalizeAnswer(typed)).toBe(normalized);
  });

  it.each(['', '   ', '\n\t', '?!…', '\u200b\u00ad', '\u0301\u0323', '— “ ”', '\u0000'])(
    'without letters, digits and symbols to nothing: %j',
    (typed) => {
      expect(normalizeAnswer(typed)).toBe('');
    },
  );

  it('to at most 200 characters, however much the decomposition adds', () => {
    expect([...normalizeAnswer('\ufdfa'.repeat(200))].length).toBe(200);
  });

  it('each letter to a text that further normalization does not change', () => {
    const changed: string[] = [];
    for (let point = 0; point <= 0x10ffff; point++) {
      const letter = String.fromCodePoint(point);
      if (!/\p{L}/u.test(letter)) continue;
      const once = normalizeAnswer(letter);
      if (normalizeAnswer(once) !== once) changed.push(point.toString(16));
    }
    expect(changed).toEqual([]);
  });

  it('to a text that further normalization does not change', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (typed) => {
        const once = normalizeAnswer(typed);
        expect(normalizeAnswer(once)).toBe(once);
        expect(normalizeAnswer(` ${typed.normalize('NFD')}\u200b.`)).toBe(once);
      }),
    );
  });
});

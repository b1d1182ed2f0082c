import { describe, expect, it, vi } from 'vitest';
import { CheckoutBody } from './cart.ts';
import { boundedString, digits, lineText, nameText, paragraphText } from './text.ts';
import { Day, Moment } from './wire.ts';

const name = nameText(100).min(1);
const line = lineText(120).min(1);
const paragraph = paragraphText(4000);

const accepted = [
  'Adébọ́lá Ọláníyan',
  'Ngọzi Ụ̀zọ̀kwé',
  "Ƙwanƙwaso D'Souza-Ɓala",
  'محمد بوهاري',
  'O’Brien Jr.',
  '李小龍',
  'Ada 2',
];
/** Characters that are invisible or change how the rest of the text is displayed. */
const hidden: [what: string, text: string][] = [
  ['a bidi override', 'Ada\u202eezE'],
  ['a bidi isolate', 'Ada\u2066x'],
  ['a right-to-left mark', 'Ada\u200f'.concat('x')],
  ['a zero-width space', 'Ada\u200bEze'],
  ['a zero-width joiner between letters', 'Ada\u200dEze'],
  ['a word joiner', 'Ada\u2060Eze'],
  ['a soft hyphen', 'Ada\u00adEze'],
  ['a byte order mark', 'Ada\ufeffEze'],
  ['tag characters', 'Ada\u{e0041}\u{e0064}'],
  ['a variation selector', 'Ada\ufe00'],
  ['an emoji selector behind a letter', 'Ada\ufe0f'],
  ['a Hangul filler', 'Ada\u3164Eze'],
  ['a blank Braille pattern', '\u2800\u2800'],
  ['a grapheme joiner', 'Ada\u034fEze'],
  ['a private character', 'Ada\ue000'],
  ['a noncharacter', 'Ada\ufdd0'],
  ['a control character', 'Ada\u0007'.concat('x')],
  ['a line separator', 'Ada\u2028Eze'],
  ['a pile of marks', `Ada${'\u0301'.repeat(5)}`],
  ['a mark without a letter', '\u0301Ada'],
];

describe('Text that other users read', () => {
  it.each(accepted)('accepts %s in names and texts', (text) => {
    for (const schema of [name, line, paragraph])
      expect(schema.parse(` ${text} `)).toBe(text.normalize('NFC'));
  });

  it.each(hidden)('refuses %s', (_what, text) => {
    for (const schema of [name, line, paragraph]) expect(schema.safeParse(text).success).toBe(false);
  });

  it.each([
    'Kettle 🫖',
    'For 👨‍👩‍👧',
    '🇳🇬 jersey',
    '👍🏿',
    '❤️',
    '1️⃣',
    '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
    '🧑🏾‍🚀',
  ])('accepts emoji in texts: %s', (text) => {
    expect(line.parse(text)).toBe(text);
    expect(paragraph.parse(text)).toBe(text);
  });

  it('allows line breaks in paragraphs alone', () => {
    expect(paragraph.parse('one\r\ntwo\tthree')).toBe('one\r\ntwo\tthree');
    for (const schema of [name, line]) expect(schema.safeParse('one\ntwo').success).toBe(false);
    for (const space of ['\u00a0', '\u3000', '\u2003'])
      expect(name.safeParse(`A${space}B`).success).toBe(false);
  });

  it('limits the length before anything is normalized, and after', () => {
    const normalize = vi.spyOn(String.prototype, 'normalize');
    expect(name.safeParse('a'.repeat(101)).success).toBe(false);
    expect(CheckoutBody.safeParse({ address: '\u0315\u0300'.repeat(31_000) }).success).toBe(false);
    expect(normalize).not.toHaveBeenCalled();
    normalize.mockRestore();
    // U+FB2C has three characters in NFC.
    expect('\ufb2c'.normalize('NFC')).toHaveLength(3);
    expect(line.safeParse('\ufb2c'.repeat(100)).success).toBe(false);
    expect(boundedString(3).safeParse('abcd').success).toBe(false);
  });
});

describe('Numbers and times of requests', () => {
  it.each(['0', '01', '1000', '-1', '1.0', '1e2', '٣', '', ' 1', '9'.repeat(10_000)])(
    'refuses %s for a number from 1 to 999',
    (text) => expect(digits(999, 1).safeParse(text).success).toBe(false),
  );
  it('reads digits', () => expect([digits(999, 1).parse('999'), digits(9).parse('0')]).toEqual([999, 0]));

  it.each([
    '0000-01-01T00:00:00Z',
    '2019-12-31T23:59:59.999Z',
    '2020-01-01T00:00:00+01:00',
    '2100-01-01T00:00:00Z',
    '+275760-09-13T00:00:00.000Z',
    '2026-02-31T00:00:00Z',
    '2026-01-01',
    `2026-01-01T00:00:00.${'0'.repeat(1_000)}Z`,
  ])('refuses the moment %s', (text) => expect(Moment.safeParse(text).success).toBe(false));
  it.each(['2020-01-01T00:00:00Z', '2099-12-31T23:59:59.999Z', '2026-07-01T12:00:00+01:00'])(
    'accepts the moment %s',
    (text) => expect(Moment.parse(text)).toBe(text),
  );
  it.each(['0000-01-01', '0001-01-01', '2019-12-31', '2100-01-01', '9999-12-31', '2026-02-30'])(
    'refuses the day %s',
    (text) => expect(Day.safeParse(text).success).toBe(false),
  );
});

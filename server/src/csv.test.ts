import { expect, it } from 'vitest';
import { csvLine } from './csv.ts';

it('W6 cells of CSV never begin as a formula', () => {
  expect(csvLine(['=1+1', '+1', '-1', '@x', '\t=1', 'a,b', 'say "hi"', 5, ''])).toBe(
    `'=1+1,'+1,'-1,'@x,"\t'=1","a,b","say ""hi""",5,\r\n`,
  );
});

it('W6 numbers of CSV stay numbers, so that sums count debits', () => {
  expect(csvLine([-5, 0, -1_000_000_000, 12.5])).toBe('-5,0,-1000000000,12.5\r\n');
});

it.each([';', '\t', ',', '"', '\n', '|', '; ', '";"'])(
  'W6 no part of a cell behind %j is a formula, also with full-width characters',
  (separator) => {
    for (const start of ['=', '+', '-', '@', '＝', '＋', '－', '＠']) {
      const line = csvLine([`a${separator}${start}HYPERLINK(1)`, `${start}1`]);
      const cells = line.split(/[,;|\t\r\n"]/).map((cell) => cell.trim());
      expect(cells.filter((cell) => cell.startsWith(start))).toEqual([]);
    }
  },
);

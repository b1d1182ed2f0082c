import { expect, it } from 'vitest';
import { csvLine } from './csv.ts';

it('W6 cells of CSV never begin as a formula', () => {
  expect(csvLine(['=1+1', '+1', '-1', '@x', '\t=1', 'a,b', 'say "hi"', 5, ''])).toBe(
    `'=1+1,'+1,'-1,'@x,'\t=1,"a,b","say ""hi""",5,\r\n`,
  );
});

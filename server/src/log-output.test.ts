import { expect, it } from 'vitest';
import { LogOutput, toFile } from './log-output.ts';

it('I10 counts the lines that are not taken, and reports them with the next one that is', () => {
  const written: string[] = [];
  let isFull = false;
  const output = new LogOutput((line) => {
    if (!isFull) written.push(line);
    return !isFull;
  });
  output.onRecovery = (lost) => output.write(`lost ${lost}`);
  output.write('a');
  isFull = true;
  output.write('b');
  output.write('c');
  isFull = false;
  output.write('d');
  output.write('e');
  expect(written).toEqual(['a', 'd', 'lost 2', 'e']);
  expect(output.lost).toBe(2);
});

it('I10 ends a line that a full disk has cut before it writes the next one', () => {
  let free = 5;
  let text = '';
  const write = toFile((bytes) => {
    if (free === 0) throw new Error('ENOSPC');
    const part = bytes.subarray(0, free);
    free -= part.length;
    text += part.toString();
    return part.length;
  });
  expect([write('one\n'), write('two\n'), write('three\n')]).toEqual([true, false, false]);
  free = 100;
  expect(write('four\n')).toBe(true);
  expect(text).toBe('one\nt\nfour\n');
});

import { describe, expect, it } from 'vitest';
import { pressedOf, queueKeys } from './use-page-keys.ts';

const press = (key: string, target: object = { tagName: 'BODY' }, held: object = {}) =>
  pressedOf(queueKeys, { ...{ key, target, ctrlKey: false, metaKey: false, altKey: false }, ...held });

describe('O1 the keys of a queue', () => {
  it('are J, K, A, R and ?, also with caps lock', () => {
    expect(['j', 'k', 'a', 'r', '?', 'J', 'R'].map((key) => press(key))).toEqual([
      'j',
      'k',
      'a',
      'r',
      '?',
      'j',
      'r',
    ]);
    expect([press('x'), press('Enter'), press('toString')]).toEqual([undefined, undefined, undefined]);
  });

  it('are text while the operator types, and work on buttons and choices', () => {
    for (const tagName of ['INPUT', 'TEXTAREA', 'SELECT'])
      expect(press('j', { tagName, type: 'text' })).toBeUndefined();
    expect(press('j', { tagName: 'DIV', isContentEditable: true })).toBeUndefined();
    for (const type of ['radio', 'checkbox']) expect(press('j', { tagName: 'INPUT', type })).toBe('j');
    expect(press('j', { tagName: 'BUTTON', type: 'submit' })).toBe('j');
  });

  it('leave combinations to the browser', () => {
    for (const held of ['ctrlKey', 'metaKey', 'altKey'])
      expect(press('r', { tagName: 'BODY' }, { [held]: true })).toBeUndefined();
  });
});

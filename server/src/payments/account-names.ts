/**
 * Returns whether two names have the same words, apart from case, accents and the order of the words (W14): banks write
 * the surname first, and most write no accents.
 */
export function isSameName(one: string, other: string): boolean {
  return wordsOf(one) === wordsOf(other);
}

function wordsOf(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return plain
    .split(/\s+/u)
    .filter((word) => word !== '')
    .sort()
    .join(' ');
}

export interface DigitCell {
  /** Place from the right, so that a digit keeps its cell when the number grows at the left. */
  place: number;
  sign: string;
  /** What stood here before; absent where nothing changed or nothing stood. */
  was?: string;
}

/** The signs of a number, each with what it replaces. */
export function changedDigits(before: string, after: string): DigitCell[] {
  return [...after].map((sign, at) => {
    const place = after.length - 1 - at;
    const was = before[before.length - 1 - place];
    return was === undefined || was === sign ? { place, sign } : { place, sign, was };
  });
}

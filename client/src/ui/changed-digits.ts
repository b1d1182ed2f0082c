export interface DigitCell {
  /** Position from the right, so that a digit keeps its cell when the number grows at the left. */
  place: number;
  sign: string;
  /** The previous sign; absent if it is the same or the position is new. */
  was?: string;
}

/** Returns the signs of a number, each with the sign that it replaces. */
export function changedDigits(before: string, after: string): DigitCell[] {
  return [...after].map((sign, at) => {
    const place = after.length - 1 - at;
    const was = before[before.length - 1 - place];
    return was === undefined || was === sign ? { place, sign } : { place, sign, was };
  });
}

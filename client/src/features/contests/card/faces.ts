/** The value of each of the three cards; null if face down. */
export type Faces = readonly [number | null, number | null, number | null];
export const faceDown: Faces = [null, null, null];

export const faceUp = (position: number, value: number): Faces => [
  position === 0 ? value : null,
  position === 1 ? value : null,
  position === 2 ? value : null,
];

/** The total of an operators' list is exact up to this one; a higher one is an estimate (O3). */
export const EXACT_TOTAL = 1_000;

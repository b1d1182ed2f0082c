/** Totals of operators' lists are exact up to this number and estimated above it (O3). */
export const EXACT_TOTAL = 1_000;

interface Fee {
  userId: string;
  isRefunded: boolean;
  fee: number;
  available: number;
}

/** X7, computed independently of the server: the available coins of a prize, from the postings of all fees. */
export function shareOf(prize: number, winnerId: string, fees: readonly Fee[]): number {
  const own = fees.find(({ userId }) => userId === winnerId);
  const received = fees.reduce((sum, { available, isRefunded }) => sum + (isRefunded ? 0 : available), 0);
  if (!own || own.fee === 0) return 0;
  return Math.min(received, Number((BigInt(prize) * BigInt(own.available)) / BigInt(own.fee)));
}

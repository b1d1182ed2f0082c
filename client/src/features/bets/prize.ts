/** B3: both stakes less the fee, which is rounded down. The server decides; this is what the form shows. */
export function prizeOf(stake: number, feePercent: number): number {
  const stakes = 2 * stake;
  return stakes - Math.floor((stakes * feePercent) / 100);
}

import type { FeeFact, PotFact, PotFlow } from './pot-facts.ts';

export const closeGraceMs = 5_000;

type Report = (text: string) => void;

/** Calls `judge` for each subject; it reports each violation as a sentence. */
export function judgeEach<Subject>(
  subjects: readonly Subject[],
  nameOf: (subject: Subject) => string,
  judge: (subject: Subject, report: Report) => void,
): string[] {
  return subjects.flatMap((subject) => {
    const violations: string[] = [];
    judge(subject, (text) => violations.push(`${nameOf(subject)}: ${text}`));
    return violations;
  });
}

type Settled = Pick<PotFact, 'endDateMs' | 'settledAtMs'>;

/** Whether a subject that is over has its final row, and one that is not has none. */
export function judgeFinalRow(isOver: boolean, { settledAtMs }: Settled, report: Report): void {
  if (isOver !== (settledAtMs !== null))
    report(isOver ? 'has no time of settlement' : 'has a time of settlement');
}

/** I9: returns how late a subject was settled, undefined if it was in time or is not due. */
export function describeLateness(
  { endDateMs, settledAtMs }: Settled,
  nowMs: number,
  faultEndedAtMs: number,
): string | undefined {
  const endedMs = settledAtMs ?? nowMs;
  if (endedMs <= Math.max(endDateMs, faultEndedAtMs) + closeGraceMs) return undefined;
  return `${settledAtMs === null ? 'is still open' : 'was settled'} ${endedMs - endDateMs} ms past its end`;
}

/** X7, computed independently of the server: the available coins of a prize, from the postings of all fees. */
function shareOf({ prize, winnerId }: PotFact, fees: readonly FeeFact[]): number {
  const own = fees.find(({ userId }) => userId === winnerId);
  const received = fees.reduce((sum, { available, isRefunded }) => sum + (isRefunded ? 0 : available), 0);
  if (!own || own.fee === 0) return 0;
  return Math.min(received, Number((BigInt(prize) * BigInt(own.available)) / BigInt(own.fee)));
}

/** The prize in coins was paid once and in full, to the winner, with the available part of X7. */
export function judgePrize(
  subject: PotFact,
  { prizes, fees, payers }: { prizes: readonly PotFlow[]; fees: readonly FeeFact[]; payers: string },
  report: Report,
): void {
  const { prize, winnerId, wonAvailable, wonBonus } = subject;
  const paid = prizes.reduce((sum, { amount }) => sum + amount, 0);
  if (paid !== prize) report(`paid ${paid} of a prize of ${prize}`);
  const share = shareOf(subject, fees);
  if (wonAvailable !== share) report(`paid ${wonAvailable} available coins, the ${payers} make it ${share}`);
  for (const { account, userId, amount, transfers } of prizes) {
    const should = account === 'bonus' ? wonBonus : wonAvailable;
    if (userId !== winnerId) report(`paid ${amount} to ${userId}, who did not win`);
    if (transfers !== 1) report(`paid its prize ${transfers} times`);
    if (amount !== should) report(`paid ${amount} to ${account}, its row has ${should}`);
  }
}

export function judgeNotices(
  { winnerId }: PotFact,
  notices: readonly { userId: string }[],
  report: Report,
): void {
  if (notices.length !== 1 || notices[0]?.userId !== winnerId)
    report(`${notices.length} notices of a win, one to the winner is due`);
}

/** I6: a fee has its price and its postings, and is refunded where it must be and only there. */
export function judgeFee(
  { paid, fee, refund, isRefunded }: FeeFact,
  due: {
    name: string;
    price: number;
    priceName: string;
    isRefunding: boolean;
    isWon: boolean;
    subject: string;
  },
  report: Report,
): void {
  const { name, price, priceName, isRefunding, isWon, subject } = due;
  if (paid !== price || fee !== paid)
    report(`${name} cost ${paid}, its postings ${fee}, the ${priceName} is ${price}`);
  if (isRefunding && paid > 0 && !isRefunded) report(`${name} was not refunded`);
  if (isWon && isRefunded) report(`${name} was refunded although the ${subject} was won`);
  if (refund !== (isRefunded ? paid : 0)) report(`${name} of ${paid} got ${refund} back`);
}

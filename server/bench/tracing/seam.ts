import { type Span, setTracer, tracer } from '../../src/tracing.ts';

const CALLS = 20_000_000;
/** Asked on the way of a bid: in submit, by the batch, for transaction, commit and broadcast, and at its end. */
export const CHECKS_PER_BID = 6;

let sink = 0;

/** What the code does at a seam while traces are not exported. */
function seam(nth: number): Span | undefined {
  sink += nth & 1;
  return tracer?.current()?.start('transaction', { 'lane.key': nth });
}

function noSeam(nth: number): Span | undefined {
  sink += nth & 1;
  return undefined;
}

function nsPerCall(call: (nth: number) => Span | undefined): number {
  let spans = 0;
  const startNs = process.hrtime.bigint();
  for (let nth = 0; nth < CALLS; nth += 1) if (call(nth)) spans += 1;
  const ns = Number(process.hrtime.bigint() - startNs) / CALLS;
  if (spans > 0 || sink < 0) throw new Error('the seam was on');
  return ns;
}

export interface SeamRound {
  /** Nanoseconds of one loop without and with the seam, and the bytes that a call with it allocates. */
  withoutNs: number;
  withNs: number;
  bytesPerCall: number;
}

/** Measures a check of the seam while traces are not exported. */
export function measureSeam(): SeamRound {
  setTracer(undefined);
  const withoutNs = nsPerCall(noSeam);
  const before = process.memoryUsage().heapUsed;
  const withNs = nsPerCall(seam);
  const bytes = process.memoryUsage().heapUsed - before;
  return { withoutNs, withNs, bytesPerCall: Math.max(0, bytes) / CALLS };
}

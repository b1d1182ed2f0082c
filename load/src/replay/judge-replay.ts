import type { Plan } from '../scenarios/scenario.ts';
import type { Tally } from '../tally.ts';
import { isBid } from './plan-replay.ts';
import type { RecordedTrace } from './read-trace.ts';

/** A socket that closes sooner may not have joined yet. */
const JOINED_WITHIN_MS = 2_000;

export interface ReplayFigures {
  joins: number;
  outcomes: Readonly<Record<string, number>>;
  /** Milliseconds, of the driver. */
  latestStepMs: number;
  bidP99Ms: number;
}

const figuresOf = ({ totals, outcomes, lateMs, bid }: Tally): ReplayFigures => ({
  joins: totals.joins,
  outcomes,
  latestStepMs: lateMs,
  bidP99Ms: bid.percentiles().p99,
});

export interface ReplayVerdict {
  violations: string[];
  /** What was repeated, in words. */
  check: string;
}

/** Compares what was done with what the trace recorded: as many joins, reconnects and bids. Pure. */
export function judgeReplay(trace: RecordedTrace, plan: Plan, done: ReplayFigures): ReplayVerdict {
  const opened = new Map<number, number>();
  let reconnects = 0;
  let short = 0;
  for (const step of plan.steps) {
    if (step.do === 'open') {
      opened.set(step.socket, step.atMs);
      if (step.isReconnect) reconnects += 1;
    }
    if (step.do !== 'close') continue;
    const openedMs = opened.get(step.socket);
    if (openedMs !== undefined && step.atMs - openedMs < JOINED_WITHIN_MS) short += 1;
  }
  const bids = trace.events.filter(isBid);
  const sent = Object.values(done.outcomes).reduce((sum, count) => sum + count, 0);
  const violations: string[] = [];
  if (sent !== bids.length) violations.push(`replay: ${bids.length} bids were recorded, ${sent} were sent`);
  if (done.joins < plan.sockets.length - short)
    violations.push(`replay: ${plan.sockets.length} joins were recorded, ${done.joins} happened`);
  const recorded = bids.flatMap(({ ms }) => ms ?? []).sort((a, b) => a - b);
  const p99 = recorded[Math.max(0, Math.ceil(recorded.length * 0.99) - 1)];
  const others = trace.events.filter((event) => event.event === 'command' && !isBid(event)).length;
  return {
    violations,
    check: [
      `the recorded minutes of ${trace.room}: ${plan.sockets.length} joins, of them ${reconnects} reconnects, and ${bids.length} bids at their times, at most ${Math.round(done.latestStepMs)} ms late`,
      ...(p99 === undefined || !Number.isFinite(done.bidP99Ms)
        ? []
        : [
            `99 % of bids were decided in ${Math.round(p99)} ms then, and answered in ${Math.round(done.bidP99Ms)} ms now`,
          ]),
      ...(others === 0 ? [] : [`${others} other commands were not repeated`]),
    ].join('; '),
  };
}

/** The judge of a run, or none if it repeats nothing. */
export const replayJudge = (trace: RecordedTrace | undefined, plan: Plan, tally: Tally) =>
  trace && (() => judgeReplay(trace, plan, figuresOf(tally)));

import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';

export type CommandName =
  | 'bid'
  | 'pay-entry'
  | 'join-contest'
  | 'tap'
  | 'pick'
  | 'answer'
  | 'send'
  | 'payout'
  | 'buy-ticket'
  | 'submit-answer'
  | 'create-bet'
  | 'join-bet'
  | 'upload'
  | 'convert'
  | 'unlock-spin'
  | 'spin'
  | 'read-balances';

export interface CommandArgs {
  userId?: string;
  auctionId?: number;
  maxBidPoints?: number | undefined;
  contestId?: number;
  /** Taps of a batch. */
  count?: number;
  /** Which of the three cards is picked. */
  position?: number;
  /** The question, and the answer to it. */
  question?: { id: string; number1: number; number2: number };
  picked?: number;
  /** The user who receives a send. */
  recipientId?: string;
  /** Coins of a send or payout, without a charge, of a stake, or task coins of a conversion. */
  amount?: number;
  heistId?: number;
  betId?: number;
  taskId?: number;
  /** The answer to a heist's question, as typed. */
  text?: string;
}

/** Identifies a command, both in its invocation and in its end. */
export interface Intent {
  /** The actor, who sends one command at a time. */
  process: string;
  command: CommandName;
  /** The Idempotency-Key; a retry of the same intent repeats it. Undefined for reads. */
  key?: string | undefined;
  args: CommandArgs;
}

/**
 * One line of the history, in the manner of Jepsen: every `invoke` is followed by the same process's `ok` (done, with the
 * reply), `fail` (certainly not done) or `unknown` (the reply was lost, or reports an unknown outcome).
 */
export interface HistoryEvent extends Intent {
  type: 'invoke' | 'ok' | 'fail' | 'unknown';
  /** Milliseconds since 1970, on the driver's clock. */
  atMs: number;
  reply?: unknown;
}

export type Outcome = { type: 'ok' | 'fail' | 'unknown'; reply?: unknown };

/**
 * Keeps a history in memory and, with a file, as JSONL on disk. Each line is written at once, so that a crash loses
 * nothing.
 */
export class Recorder {
  readonly events: HistoryEvent[] = [];
  readonly #file: string | undefined;

  constructor(file?: string) {
    this.#file = file;
    if (file !== undefined) writeFileSync(file, '');
  }

  /**
   * Records the invocation, runs `work` and records its end. An error of `work` is recorded as `unknown` and not thrown.
   */
  async run(intent: Intent, work: () => Promise<Outcome>): Promise<Outcome> {
    this.#add({ ...intent, type: 'invoke', atMs: Date.now() });
    let outcome: Outcome;
    try {
      outcome = await work();
    } catch (error) {
      outcome = {
        type: 'unknown',
        reply: { message: error instanceof Error ? error.message : String(error) },
      };
    }
    this.#add({ ...intent, ...outcome, atMs: Date.now() });
    return outcome;
  }

  #add(event: HistoryEvent): void {
    this.events.push(event);
    if (this.#file !== undefined) appendFileSync(this.#file, `${JSON.stringify(event)}\n`);
  }
}

/** Reads JSONL. An incomplete last line, left by a killed driver, is ignored; any other invalid line throws. */
export function readJsonLines<Line>(file: string): Line[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  const torn = lines.pop();
  const parsed = lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Line);
  if (torn !== undefined && torn !== '') {
    try {
      parsed.push(JSON.parse(torn) as Line);
    } catch {
      // The driver was killed while it wrote this line.
    }
  }
  return parsed;
}

/** All attempts under one key, with their ends; an invocation without an end counts as unknown. */
export interface Attempts {
  intent: Intent & { key: string };
  ends: HistoryEvent[];
  /** When it was first sent. */
  sentAtMs: number;
  /** 'ok' if any end is 'ok', otherwise 'unknown' if any end is 'unknown' or missing, otherwise 'fail'. */
  verdict: 'ok' | 'unknown' | 'fail';
}

/** The replies of a command, the first one first; several if it was repeated. */
export const repliesOf = <Reply>({ ends }: Attempts): Reply[] =>
  ends.filter(({ type }) => type === 'ok').map(({ reply }) => reply as Reply);
export const replyOf = <Reply>(attempt: Attempts): Reply | undefined => repliesOf<Reply>(attempt)[0];

/** Groups a history by user, command, subject and key (P6: a key is unique within user, route and subject). */
export function groupByKey(history: readonly HistoryEvent[]): Attempts[] {
  const groups = new Map<string, Attempts & { open: number }>();
  for (const event of history) {
    if (event.key === undefined) continue;
    const { auctionId, contestId, heistId, betId, taskId, userId } = event.args;
    const subject = auctionId ?? contestId ?? heistId ?? betId ?? taskId;
    const name = [event.command, subject, userId, event.key].join(' ');
    let group = groups.get(name);
    if (!group) {
      const { process, command, key, args } = event;
      group = {
        intent: { process, command, key, args },
        ends: [],
        sentAtMs: event.atMs,
        verdict: 'fail',
        open: 0,
      };
      groups.set(name, group);
    }
    if (event.type === 'invoke') group.open += 1;
    else {
      group.open -= 1;
      group.ends.push(event);
    }
  }
  for (const group of groups.values()) {
    if (group.ends.some(({ type }) => type === 'ok')) group.verdict = 'ok';
    else if (group.open > 0 || group.ends.some(({ type }) => type === 'unknown')) group.verdict = 'unknown';
  }
  return [...groups.values()];
}

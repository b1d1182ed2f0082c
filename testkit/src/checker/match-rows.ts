import { type Attempts, replyOf } from '../history.ts';

/** What players' commands did, by the replies to them. */
export class CommandsVerdict {
  acknowledged = 0;
  /** Acknowledged effects that do not exist. */
  lost = 0;
  /** Effects beyond those that players requested. */
  doubled = 0;
  /** All violations, including the lost and doubled effects. */
  readonly violations: string[] = [];

  addLost(text: string, count = 1): void {
    this.lost += count;
    this.violations.push(text);
  }

  addDoubled(text: string, count = 1): void {
    this.doubled += count;
    this.violations.push(text);
  }

  /** Adds the verdict on a part of the commands, which has this name. */
  addPart(name: string, { acknowledged, lost, doubled, violations }: CommandsVerdict): void {
    this.acknowledged += acknowledged;
    this.lost += lost;
    this.doubled += doubled;
    this.violations.push(...violations.map((text) => `${name}: ${text}`));
  }
}

/** How commands and rows are matched. */
interface RowsOfCommands<Row, Reply> {
  /** Equal for a command and a row that it may have made. */
  requestOf: (intent: Attempts['intent']) => string;
  requestFor: (row: Row) => string;
  /** The row that a reply names, where its request has others, and what it is called. */
  namedBy?: (intent: Attempts['intent'], reply: Reply) => string;
  nameOf?: (row: Row) => string;
  isAsReplied?: (reply: Reply, row: Row, intent: Attempts['intent']) => boolean;
  lost: (intent: Attempts['intent'], reply: Reply, row: Row | undefined) => string;
  doubled: (row: Row) => string;
}

/**
 * I4: matches commands with the rows that they made: each acknowledged one has its row, and each other row belongs to a
 * command whose reply was lost.
 */
export function matchRows<Row, Reply>(
  verdict: CommandsVerdict,
  attempts: readonly Attempts[],
  rows: readonly Row[],
  by: RowsOfCommands<Row, Reply>,
): void {
  const { requestOf, requestFor, namedBy = requestOf, nameOf = requestFor, isAsReplied = () => true } = by;
  const left = new Map(rows.map((row) => [nameOf(row), row]));
  const unknown: string[] = [];
  for (const attempt of attempts) {
    const { intent } = attempt;
    if (attempt.verdict === 'unknown') unknown.push(requestOf(intent));
    if (attempt.verdict !== 'ok') continue;
    verdict.acknowledged += 1;
    const reply = replyOf<Reply>(attempt) as Reply;
    const name = namedBy(intent, reply);
    const row = left.get(name);
    left.delete(name);
    if (!row || requestFor(row) !== requestOf(intent) || !isAsReplied(reply, row, intent))
      verdict.addLost(by.lost(intent, reply, row));
  }
  for (const row of left.values()) {
    const at = unknown.indexOf(requestFor(row));
    if (at >= 0) unknown.splice(at, 1);
    else verdict.addDoubled(by.doubled(row));
  }
}

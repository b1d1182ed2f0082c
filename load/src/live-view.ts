import type { WriteStream } from 'node:tty';
import { bytes, figure, milliseconds } from './figures.ts';
import type { Second } from './result.ts';
import type { RunView } from './run-load.ts';
import { isRich, type Output, sparkline } from './sparkline.ts';
import { droppedText } from './summary.ts';
import type { Tally } from './tally.ts';

const MOST_BAR = 40;
const NAME_WIDTH = 14;
const LINE_EVERY_SECONDS = 5;
const DEFAULT_COLUMNS = 80;

/**
 * Creates the progress output: on a terminal a screen redrawn each second, with sparklines of the last seconds; in a file,
 * a pipe or with NO_COLOR a line every few seconds.
 */
export function createView(
  out: Pick<WriteStream, 'write'> & Output,
  title: string,
  env: NodeJS.ProcessEnv = process.env,
): RunView {
  const isScreen = isRich(out, env);
  let drawn = 0;
  let seconds = 0;
  return {
    status(text) {
      drawn = 0;
      out.write(`${text}\n`);
    },
    second(tally, progress) {
      seconds += 1;
      if (!isScreen) {
        if (seconds % LINE_EVERY_SECONDS === 0) out.write(`${oneLine(tally, progress.elapsedMs)}\n`);
        return;
      }
      // One column stays free: some terminals wrap a line that fills the last one.
      const lines = screen(title, tally, progress, (out.columns || DEFAULT_COLUMNS) - 1);
      // Moves the cursor to the start of the previous screen, so that each line is overwritten.
      const up = drawn > 0 ? `\x1b[${drawn}A` : '';
      out.write(`${up}${lines.map((line) => `\x1b[2K${line}`).join('\n')}\n`);
      drawn = lines.length;
    },
  };
}

function oneLine(tally: Tally, elapsedMs: number): string {
  const { lastWatcher, totals } = tally;
  return [
    `${figure(Math.round(elapsedMs / 1_000))} s ${tally.phase}`,
    `${figure(tally.open)} sockets`,
    `${figure(tally.timeline.at(-1)?.messages ?? 0)} messages/s`,
    `${figure(totals.accepted)} accepted${droppedText(totals)}`,
    `last watcher p95 ${milliseconds(lastWatcher.at(95))}, p99 ${milliseconds(lastWatcher.at(99))}`,
    `${figure(totals.errors)} errors`,
  ].join(', ');
}

/** Returns the lines of the screen, cut to the width; their number is constant. */
export function screen(
  title: string,
  tally: Tally,
  { elapsedMs, totalMs }: { elapsedMs: number; totalMs: number },
  width: number,
): string[] {
  const share = Math.min(1, elapsedMs / totalMs);
  const percent = ` ${Math.round(share * 100)} %  ${tally.phase}`;
  const bar = Math.max(1, Math.min(MOST_BAR, width - percent.length));
  const full = Math.round(share * bar);
  const second = tally.timeline.at(-1);
  const { lastWatcher, bid, totals, outcomes, errorKinds } = tally;
  const list = (counts: Record<string, number>) =>
    Object.entries(counts)
      .map(([what, count]) => `${figure(count)} ${what}`)
      .join(', ') || 'none';
  const trio = (of: typeof bid) =>
    `p50 ${milliseconds(of.at(50))}   p95 ${milliseconds(of.at(95))}   p99 ${milliseconds(of.at(99))}   max ${milliseconds(of.max)}`;
  const beside = (value: number | null) => `${figure(value)}${droppedText(second ?? {})}`;
  const row = (name: string, text: string) => `${name.padEnd(NAME_WIDTH)}${text}`;
  const drawn = (
    name: string,
    of: (second: Second) => number | null,
    format: (value: number | null) => string,
  ) => row(name, trend(tally.timeline.map(of), format, width - NAME_WIDTH));
  return [
    title,
    `${'█'.repeat(full)}${'░'.repeat(bar - full)}${percent}`,
    row('sockets', `${figure(tally.open)} open, ${figure(tally.joined)} joined`),
    drawn('joins/s', ({ joins }) => joins, figure),
    drawn('messages/s', ({ messages }) => messages, beside),
    row('bytes/s', `${bytes(second?.bytes ?? 0)}${droppedText(totals)}`),
    drawn('accepted/s', ({ accepted }) => accepted, beside),
    row(
      'commands',
      `${figure(totals.accepted)} accepted, ${figure(totals.refused)} refused (${list(outcomes)})`,
    ),
    drawn('watchers p99', ({ p99 }) => p99, milliseconds),
    row('last watcher', trio(lastWatcher)),
    row('receipt', trio(bid)),
    row('errors', `${figure(totals.errors)} (${list(errorKinds)})`),
    drawn('driver late', ({ lagMs }) => Math.round(lagMs), milliseconds),
    row('driver', `busiest process ${Math.round((second?.cpu ?? 0) * 100)} % of a core`),
  ].map((line) => line.slice(0, width));
}

/** A sparkline with the last and the highest of its values beside it. */
function trend(
  values: readonly (number | null)[],
  format: (value: number | null) => string,
  width: number,
): string {
  const text = (count: number) => {
    const shown = values.slice(-Math.max(1, count)).filter((value) => value !== null);
    const highest = shown.length === 0 ? null : Math.max(...shown);
    return ` ${format(values.at(-1) ?? null)} (max ${format(highest)})`;
  };
  const space = Math.max(0, width - text(width).length);
  return `${sparkline(values, space)}${text(space)}`.trimStart();
}

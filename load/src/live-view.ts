import type { WriteStream } from 'node:tty';
import { bytes, figure, milliseconds } from './figures.ts';
import type { RunView } from './run-load.ts';
import type { Tally } from './tally.ts';

const BAR_WIDTH = 40;
const LINE_EVERY_SECONDS = 5;

/** Creates the progress output: on a terminal a screen redrawn each second, otherwise a line every few seconds. */
export function createView(
  out: Pick<WriteStream, 'write'> & { isTTY?: boolean; columns?: number },
  title: string,
): RunView {
  let drawn = 0;
  let seconds = 0;
  return {
    status(text) {
      drawn = 0;
      out.write(`${text}\n`);
    },
    second(tally, progress) {
      seconds += 1;
      if (!out.isTTY) {
        if (seconds % LINE_EVERY_SECONDS === 0) out.write(`${oneLine(tally, progress.elapsedMs)}\n`);
        return;
      }
      const lines = screen(title, tally, progress).map((line) => line.slice(0, (out.columns || 80) - 1));
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
    `${figure(totals.accepted)} accepted`,
    `last watcher p99 ${milliseconds(lastWatcher.at(99))}`,
    `${figure(totals.errors)} errors`,
  ].join(', ');
}

/** Returns the lines of the screen; their number is constant. */
export function screen(
  title: string,
  tally: Tally,
  { elapsedMs, totalMs }: { elapsedMs: number; totalMs: number },
): string[] {
  const share = Math.min(1, elapsedMs / totalMs);
  const full = Math.round(share * BAR_WIDTH);
  const second = tally.timeline.at(-1);
  const { lastWatcher, bid, totals, outcomes, errorKinds } = tally;
  const list = (counts: Record<string, number>) =>
    Object.entries(counts)
      .map(([what, count]) => `${figure(count)} ${what}`)
      .join(', ') || 'none';
  const trio = (of: typeof bid) =>
    `p50 ${milliseconds(of.at(50))}   p99 ${milliseconds(of.at(99))}   max ${milliseconds(of.max)}`;
  return [
    title,
    `${'█'.repeat(full)}${'░'.repeat(BAR_WIDTH - full)} ${Math.round(share * 100)} %  ${tally.phase}`,
    `sockets       ${figure(tally.open)} open, ${figure(tally.joined)} joined`,
    `joins/s       ${figure(second?.joins ?? 0)}`,
    `messages/s    ${figure(second?.messages ?? 0)}`,
    `bytes/s       ${bytes(second?.bytes ?? 0)}`,
    `commands      ${figure(totals.accepted)} accepted, ${figure(totals.refused)} refused (${list(outcomes)})`,
    `last watcher  ${trio(lastWatcher)}`,
    `receipt       ${trio(bid)}`,
    `errors        ${figure(totals.errors)} (${list(errorKinds)})`,
    `driver        busiest process ${Math.round((second?.cpu ?? 0) * 100)} % of a core, event loop delay ${milliseconds(second?.lagMs ?? 0)}`,
  ];
}

import { writeSync } from 'node:fs';
import { Socket } from 'node:net';
import { withDeadline } from './deadline.ts';

/** Maximum number of bytes that wait for the reader of stdout. */
const MAX_WAITING = 1_048_576;
/** How long a server that ends waits for the reader. */
const FLUSH_MS = 500;
const STDOUT = 1;

/** Writes a line. Returns whether it was taken; never waits or throws. */
export type WriteLine = (line: string) => boolean;

/** The target of the log's lines. A line that it does not take is dropped and counted, so that logging never stops a server. */
export class LogOutput {
  /** Called with the number of dropped lines, once a line is taken again. */
  onRecovery: (lost: number) => void = () => undefined;
  readonly #writeLine: WriteLine;
  #lost = 0;
  #reported = 0;

  constructor(writeLine: WriteLine) {
    this.#writeLine = writeLine;
  }

  /** Number of dropped lines since the start. */
  get lost(): number {
    return this.#lost;
  }

  write(line: string): void {
    if (!this.#writeLine(line)) {
      this.#lost += 1;
      return;
    }
    const lost = this.#lost - this.#reported;
    if (lost === 0) return;
    this.#reported = this.#lost;
    this.onRecovery(lost);
  }
}

/** Writes lines to a file. After a line that was cut by a full disk, the next one starts on a line of its own. */
export function toFile(write: (bytes: Buffer) => number): WriteLine {
  let isCut = false;
  return (line) => {
    let rest = Buffer.from(isCut ? `\n${line}` : line);
    try {
      while (rest.length > 0) {
        rest = rest.subarray(write(rest));
        isCut = rest.length > 0;
      }
      return true;
    } catch {
      return false;
    }
  };
}

/** Writes lines to a pipe or socket, asynchronously, while its reader is at most a megabyte behind. */
function toReader(stream: Socket): WriteLine {
  // The reader has gone: the stream is destroyed and takes no further line.
  stream.on('error', () => undefined);
  return (line) => {
    if (stream.destroyed || stream.writableLength > MAX_WAITING) return false;
    stream.write(line);
    return true;
  };
}

let writeToStdout: WriteLine | undefined;
/** The log's lines on stdout. */
export const stdoutLines = new LogOutput((line) => {
  writeToStdout ??=
    process.stdout instanceof Socket ? toReader(process.stdout) : toFile((bytes) => writeSync(STDOUT, bytes));
  return writeToStdout(line);
});

/** Waits until the reader of stdout has the lines, but not long. */
export async function flushStdout(): Promise<void> {
  const { stdout } = process;
  if (!(stdout instanceof Socket) || stdout.writableLength === 0) return;
  const taken = new Promise<void>((resolve) => stdout.write('', () => resolve()));
  await withDeadline(taken, FLUSH_MS, () => undefined);
}

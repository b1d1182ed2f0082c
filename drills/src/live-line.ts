const everyMs = 500;

export interface LiveLine {
  announce(what: string): void;
  /** Removes the line and returns the seconds since it was opened. */
  close(): number;
}

/** Shows one line with the drill, its run time and the current fault. Without a terminal, prints a line per change. */
export function openLiveLine(out: NodeJS.WriteStream, name: string): LiveLine {
  const startMs = Date.now();
  const seconds = () => Math.round((Date.now() - startMs) / 1_000);
  let broken = 'no fault yet: servers start, players join';
  const text = () => `▶ ${name} ${seconds()} s · ${broken}`;
  const draw = () => {
    if (out.isTTY) out.write(`\r\x1b[2K${text().slice(0, Math.max(20, out.columns - 1))}`);
  };
  const timer = setInterval(draw, everyMs).unref();
  draw();
  return {
    announce(what) {
      broken = what;
      if (out.isTTY) draw();
      else out.write(`${text()}\n`);
    },
    close() {
      clearInterval(timer);
      if (out.isTTY) out.write('\r\x1b[2K');
      return seconds();
    },
  };
}

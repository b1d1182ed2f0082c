import { spawn } from 'node:child_process';

/** Starts processes that only use a processor, to test on a busy machine. They end with this process. */
export function startBusyProcesses(count: number): { stop(): void } {
  // A check of the parent in between: an orphan would use the processor for ever.
  const spin = 'for (const parent = process.ppid; process.ppid === parent;) for (let i = 0; i < 1e8; i++);';
  const children = Array.from({ length: count }, () =>
    spawn(process.execPath, ['-e', spin], { stdio: 'ignore' }),
  );
  return {
    stop: () => {
      for (const child of children) child.kill('SIGKILL');
    },
  };
}

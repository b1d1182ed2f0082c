// Entry point of every `npm run …`, in JavaScript that every Node.js since 18 can run. It finds or fetches
// a Node.js that runs TypeScript, re-runs itself with it, installs the dependencies and then loads the command.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { delimiter, dirname } from 'node:path';
import { installDependencies } from './install.mjs';
import { rememberLauncher, watchLauncher } from './launcher.mjs';
import { findToolchain, hasModernNode, isFirstOnPath } from './toolchain.mjs';

const commands = {
  start: './start.ts',
  dev: './dev.ts',
  test: './test.ts',
  bench: './bench.ts',
  load: './load.ts',
  capacity: './capacity.ts',
  faults: './faults.ts',
  'audit-ledger': './on-database.ts',
  backup: './on-database.ts',
  mutate: './mutate.ts',
  'operator-link': './on-database.ts',
  restored: './on-database.ts',
  figures: './figures.ts',
  format: './format.ts',
};

const [name, ...args] = process.argv.slice(2);
const command = commands[name];
if (!command) {
  console.error(`Usage: node scripts/bootstrap.mjs ${Object.keys(commands).join(' | ')}`);
  process.exit(1);
}
process.env.COPUP_STARTED_AT ??= String(Date.now());
rememberLauncher();

try {
  const toolchain = await findToolchain();
  if (hasModernNode()) {
    // The tools start with `#!/usr/bin/env node` and would otherwise run with the host's older Node.js. If this one is
    // already the first on PATH, PATH stays unchanged, because its folder contains other programs, too.
    if (!isFirstOnPath(process.execPath))
      process.env.PATH = `${dirname(process.execPath)}${delimiter}${process.env.PATH}`;
    await installDependencies(toolchain);
    const { run } = await import(command);
    process.exitCode = await run(args, name);
  } else {
    process.exitCode = await rerun(toolchain.node);
  }
} catch (error) {
  console.error(error?.isForPeople ? error.message : error);
  // The last line of `npm test` is always the result, even if the run fails this early.
  if (name === 'test') console.log('\n0 passed, 1 failed');
  process.exitCode = 1;
}

/**
 * Runs this file with another Node.js and exits with its exit code. Signals are forwarded. The IPC channel only lets the
 * other process detect the end of this one, so that it also ends after a `kill -9`.
 */
function rerun(node) {
  const child = spawn(node, [...process.execArgv, ...process.argv.slice(1)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  watchLauncher(() => child.kill('SIGTERM'));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]));
  });
}

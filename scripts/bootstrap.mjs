// Every `npm run …` comes through here. Plain JavaScript that any Node.js since 18 understands: it finds or fetches
// a Node.js that runs TypeScript, re-runs itself with it, installs, and only then loads the command.
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
  'audit-ledger': './audit-ledger.ts',
  restored: './restored.ts',
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
    // The tools begin with `#!/usr/bin/env node`, and would otherwise find the host's older one. Where this one is
    // found already, its folder stays where it is on PATH: other programs are in it too.
    if (!isFirstOnPath(process.execPath))
      process.env.PATH = `${dirname(process.execPath)}${delimiter}${process.env.PATH}`;
    await installDependencies(toolchain);
    const { run } = await import(command);
    process.exitCode = await run(args);
  } else {
    process.exitCode = await rerun(toolchain.node);
  }
} catch (error) {
  console.error(error?.isForPeople ? error.message : error);
  // Who reads only the last line of npm test finds it there, however early the run ended.
  if (name === 'test') console.log('\n0 passed, 1 failed');
  process.exitCode = 1;
}

/**
 * Runs this file again with another Node.js and takes over its exit code. Signals are passed on. The IPC channel
 * only tells the other process when this one is gone, so that it does not live on alone after a `kill -9`.
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

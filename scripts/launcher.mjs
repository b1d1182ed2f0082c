import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const intervalMs = 500;

/**
 * Leaves the number of the npm that started this process in COPUP_LAUNCHER_PID, for this process and those it
 * starts. Without npm there is none: started by hand, the end of the parent means nothing.
 */
export function rememberLauncher() {
  const isByNpm = process.env.npm_lifecycle_event !== undefined;
  if (!isByNpm) delete process.env.COPUP_LAUNCHER_PID;
  else process.env.COPUP_LAUNCHER_PID ??= String(findNpm());
}

/**
 * Calls back once when npm is gone: an npm that was killed with -9 tells nobody. The returned function ends the
 * watch, which by itself keeps no process alive.
 */
export function watchLauncher(onGone) {
  const launcher = Number(process.env.COPUP_LAUNCHER_PID ?? 0);
  if (!launcher) return () => {};
  const timer = setInterval(() => {
    if (exists(launcher)) return;
    clearInterval(timer);
    onGone();
  }, intervalMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** npm runs a script by a shell, which stays between the two or becomes the script, as it likes. */
function findNpm() {
  const { name, parent } = describe(process.ppid);
  return /^(sh|dash|bash|zsh|ash)$/.test(name) ? parent : process.ppid;
}

function describe(pid) {
  if (process.platform === 'linux') {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const end = stat.lastIndexOf(')');
    return {
      name: stat.slice(stat.indexOf('(') + 1, end),
      parent: Number(stat.slice(end + 2).split(' ')[1]),
    };
  }
  const line = execFileSync('ps', ['-o', 'ppid=,comm=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  const [parent, ...name] = line.split(/\s+/);
  return { name: name.join(' ').split('/').pop(), parent: Number(parent) };
}

function exists(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

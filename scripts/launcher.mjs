import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const intervalMs = 500;

/**
 * Stores the process id of the npm that started this process in COPUP_LAUNCHER_PID, for this process and its children.
 * Without npm the variable stays unset, because the end of the parent then has no meaning.
 */
export function rememberLauncher() {
  const isByNpm = process.env.npm_lifecycle_event !== undefined;
  if (!isByNpm) delete process.env.COPUP_LAUNCHER_PID;
  else process.env.COPUP_LAUNCHER_PID ??= String(findNpm());
}

/**
 * Calls back once npm has ended, because an npm killed with -9 sends no signal to its children. The returned function
 * stops the watch; the watch does not keep the process alive.
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

/** Returns npm's process id. npm runs a script in a shell, which may or may not remain as a process between the two. */
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

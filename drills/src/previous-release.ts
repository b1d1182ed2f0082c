import { existsSync, lstatSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/data-folder.ts';
import { git } from '../../scripts/git.ts';
import { runQuietly } from '../../scripts/processes.ts';

/** Counts as the release before the first tag. */
const FIRST = 'ecef33be5c7b46668bdfeb26a5ee079433501910';
const UNPACKED = ['package.json', 'server', 'shared', 'migrations', 'deploy'];
/** They have dependencies; the versions are those of this checkout. */
const PACKAGES = ['server', 'shared'];

/** Returns the commit of the newest release before this version; undefined without the history, as in an archive of the sources. */
export async function findPreviousRelease(): Promise<string | undefined> {
  const described = await runQuietly(
    'git',
    ['describe', '--tags', '--match', 'release-*', '--abbrev=0', 'HEAD~1'],
    { cwd: root },
  );
  const name = described.code === 0 ? described.output.trim() : FIRST;
  const { code, output } = await runQuietly('git', ['rev-parse', '--verify', `${name}^{commit}`], {
    cwd: root,
  });
  return code === 0 ? output.trim() : undefined;
}

/** Unpacks the server of the previous release once. Returns its folder; rejects without the history. */
export async function unpackPreviousRelease(): Promise<string> {
  const commit = await findPreviousRelease();
  if (commit === undefined) throw new Error('the history of git has no previous release');
  const folder = join(root, '.data', 'releases', commit);
  if (existsSync(folder)) return folder;
  const fresh = `${folder}.${process.pid}`;
  mkdirSync(fresh, { recursive: true });
  try {
    const archive = join(fresh, 'release.tar');
    await git('archive', '--output', archive, commit, ...UNPACKED);
    const { code, output } = await runQuietly('tar', ['-xf', archive, '-C', fresh]);
    if (code !== 0) throw new Error(`the release could not be unpacked: ${output}`);
    rmSync(archive);
    for (const name of PACKAGES)
      linkPackages(join(root, name, 'node_modules'), join(fresh, name, 'node_modules'));
    symlinkSync('../../../shared', join(fresh, 'server/node_modules/@copup/shared'));
    renameSync(fresh, folder);
    return folder;
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

/** Links what is installed, without the packages of the workspace: those of a release are its own. */
function linkPackages(from: string, to: string): void {
  mkdirSync(join(to, '@copup'), { recursive: true });
  for (const name of readdirSync(from).filter((each) => !each.startsWith('.') && each !== '@copup')) {
    if (lstatSync(join(from, name)).isSymbolicLink()) symlinkSync(join(from, name), join(to, name));
    else {
      mkdirSync(join(to, name));
      for (const each of readdirSync(join(from, name)))
        symlinkSync(join(from, name, each), join(to, name, each));
    }
  }
}

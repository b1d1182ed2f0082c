import type { ListedLoadTest } from '@copup/shared/admin.ts';
import { Operator } from '@copup/testkit/players.ts';
import { figureTable } from '../../scripts/text-table.ts';
import { figure } from './figures.ts';
import type { TokenOptions } from './options.ts';
import { endRealm } from './tokens.ts';

type Target = Pick<TokenOptions, 'url' | 'operator'>;

/** Reads the load tests that have not ended, of all operators; a driver that was killed left its own. */
export async function readOpenRealms({ url, operator }: Target): Promise<ListedLoadTest[]> {
  const signedIn = await Operator.signIn(url, operator.email, operator.password);
  const read = (state: ListedLoadTest['state']) =>
    signedIn.call<ListedLoadTest[]>('GET', `/admin/load-tests?state=${state}&perPage=1000`);
  return [...(await read('running')), ...(await read('ending'))];
}

export function describeRealms(realms: readonly ListedLoadTest[], url: string): string {
  if (realms.length === 0) return `No load test is open on ${url}.`;
  return figureTable(
    ['realm', 'players', 'coins', 'state', 'started', 'ends', 'by'],
    realms.map((realm) => [
      String(realm.id),
      figure(realm.users),
      figure(realm.bid_points),
      realm.state,
      realm.created_at.slice(0, 19),
      realm.ends_at.slice(0, 19),
      realm.created_by ?? '',
    ]),
  );
}

/** Ends one load test, or all that are open. Returns their realms. Rejects for one that does not exist. */
export async function endRealms(target: Target, which: number | 'all'): Promise<number[]> {
  const realms = which === 'all' ? (await readOpenRealms(target)).map(({ id }) => id) : [which];
  await endRealm(target.url, target.operator, ...realms);
  return realms;
}

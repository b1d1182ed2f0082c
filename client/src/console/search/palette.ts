import type { Setting } from '@copup/shared/admin.ts';
import type { SearchHit } from '@copup/shared/console.ts';
import { liveSubjects, subjectKinds } from '@copup/shared/live-subjects.ts';
import { operatorPath, operatorPaths } from '@copup/shared/page-paths.ts';
import { recordPath } from '@copup/shared/record-paths.ts';

/** A page of the console, by its name in the navigation. */
export interface PalettePage {
  name: string;
  path: string;
}
/** A line of the palette that opens an address. */
export interface PaletteLine extends SearchHit {
  kind: string;
  path: string;
}

interface Action {
  /** What an operator types for it. */
  words: readonly string[];
  kinds: readonly string[];
  /** Before the name of the record. */
  does: string;
  /** The dialog that opens on the record's page; without it the page itself has the decision. */
  asks?: string;
}

/** What can be done with one record. Each opens the page with its confirmation, and executes nothing. */
const actions: readonly Action[] = [
  { words: ['cancel'], kinds: subjectKinds, does: 'Cancel', asks: 'cancel' },
  { words: ['reopen'], kinds: subjectKinds, does: 'Cancel and reopen', asks: 'reopen' },
  { words: ['extend', 'move'], kinds: subjectKinds, does: 'Move the end of', asks: 'extend' },
  { words: ['edit', 'change'], kinds: subjectKinds, does: 'Edit', asks: 'edit' },
  { words: ['adjust'], kinds: ['user'], does: 'Adjust the coins of', asks: 'adjust' },
  { words: ['rename'], kinds: ['user'], does: 'Rename', asks: 'rename' },
  { words: ['suspend'], kinds: ['user'], does: 'Suspend', asks: 'suspend' },
  { words: ['limits'], kinds: ['user'], does: 'See the limits of', asks: 'limits' },
  {
    words: ['approve', 'reject', 'decide'],
    kinds: ['payment', 'payout', 'trade'],
    does: 'Decide',
  },
];

export interface AskedAction {
  action: Action;
  /** The kinds of records that are meant. */
  kinds: readonly string[];
  /** What the record is searched by. */
  record: string;
}

/** Reads "cancel auction 1004" or "cancel standing fan": the action and the record. Undefined for any other text. */
export function askedAction(text: string): AskedAction | undefined {
  const [word = '', ...others] = text.trim().toLowerCase().split(/\s+/);
  const action = actions.find(({ words }) => words.includes(word));
  if (!action || others.length === 0) return undefined;
  const named = action.kinds.find((kind) => others[0] === kind && others.length > 1);
  return { action, kinds: named ? [named] : action.kinds, record: others.slice(named ? 1 : 0).join(' ') };
}

/** Returns the action for each record found. A number finds the record with this number before others. */
export function actionLines(
  { action, kinds, record }: AskedAction,
  groups: readonly { kind: string; hits: readonly SearchHit[] }[],
): PaletteLine[] {
  const lines = groups.flatMap(({ kind, hits }) =>
    hits.flatMap((hit): PaletteLine[] => {
      const path = kinds.includes(kind) ? recordPath(kind, hit.id) : null;
      if (path === null) return [];
      const asked = action.asks === undefined ? path : `${path}?do=${action.asks}`;
      return [{ ...hit, kind: 'action', path: asked, title: `${action.does} ${kind} ${hit.title}` }];
    }),
  );
  return [...lines].sort((a, b) => Number(b.id === record) - Number(a.id === record));
}

const MOST = 6;
const line = (kind: string, id: string, path: string, title: string, detail: string): PaletteLine => ({
  ...{ kind, id, path, title, detail },
  realm: 0,
  image: null,
});
const startsIn = (name: string, text: string) =>
  ` ${name.toLowerCase()}`.includes(` ${text.trim().toLowerCase()}`);

/** Returns the pages whose names have a word that starts with the text, and the forms of new subjects. */
export function pageLines(text: string, pages: readonly PalettePage[]): PaletteLine[] {
  const forms = subjectKinds.map((kind) =>
    line(
      'page',
      `new-${kind}`,
      `${operatorPath(liveSubjects[kind].plural)}?do=new`,
      `New ${kind}`,
      'Opens the form',
    ),
  );
  const all = pages.map(({ name, path }) => line('page', path, operatorPath(path), name, 'Page'));
  return [...all, ...forms].filter(({ title }) => startsIn(title, text)).slice(0, MOST);
}

/** Returns the settings with a word that starts with the text in name, id or description. `auctionMinutes` has the word “minutes” too. */
export function settingLines(
  text: string,
  settings: readonly Pick<Setting, 'id' | 'name' | 'description'>[],
): PaletteLine[] {
  const wordsOf = (id: string) => id.replaceAll(/([a-z])([A-Z])/g, '$1 $2');
  return settings
    .filter(({ id, name, description }) =>
      [name, id, wordsOf(id), description].some((words) => startsIn(words, text)),
    )
    .slice(0, MOST)
    .map(({ id, name, description }) =>
      line(
        'setting',
        id,
        `${operatorPath(operatorPaths.settings)}?do=${encodeURIComponent(id)}`,
        name,
        description,
      ),
    );
}

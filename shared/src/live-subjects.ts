import { isolate } from './isolate.ts';
import { operatorPaths, paths, pathTo } from './page-paths.ts';

/** What other parts of the product know of one kind of live subjects. */
export interface LiveSubject {
  /** The name with its article. */
  readonly noun: string;
  /** The name of the operators' list, its pages and its export, and of the room that reports changes of the list. */
  readonly plural: string;
  /** The kinds of rooms of one subject, each with the players' page. Time in these rooms and pages counts as play (G3). */
  readonly rooms: Readonly<Record<string, string>>;
  /** The path of the players' calls. */
  readonly calls: string;
  /** How a user leaves after a correction (A14); null when users enter only after the start. */
  readonly leaving: { readonly entry: string; readonly again: string; readonly until: string } | null;
  /** What a user who did not win reads, after the subject's name. */
  readonly lost: string;
  /** What the winner reads; without `prize` coins were paid to the wallet, without `page` the notice opens the subject. */
  won(details: Readonly<Record<string, unknown>>): { verb: string; prize?: string; page?: string };
}

/**
 * The kinds of live subjects, by their name in the ledger, in notices and in the operators' log. A new kind is declared
 * last: the numbers of advisory locks follow the order. This file imports no schemas, so that the browser does not load
 * the validator.
 */
export const liveSubjects = {
  auction: {
    noun: 'an auction',
    plural: operatorPaths.auctions,
    rooms: { auction: paths.auction },
    calls: '/auction',
    leaving: { entry: 'entry', again: 'You can enter again, at the same fee.', until: 'the first bid' },
    lost: 'went to another bidder. Your coins are back.',
    won: ({ is_bought }) => ({
      verb: is_bought === true ? 'bought' : 'won',
      prize: 'It’s in your cart.',
      page: paths.cart,
    }),
  },
  contest: {
    noun: 'a contest',
    plural: operatorPaths.contests,
    rooms: { tap: paths.tapContest, card: paths.cardGame, math: paths.mathGame },
    calls: '/contests',
    leaving: null,
    lost: 'is over. Another player won.',
    won: () => ({ verb: 'won' }),
  },
  heist: {
    noun: 'a heist',
    plural: operatorPaths.heists,
    rooms: { heist: paths.vault },
    calls: '/hurt/heists',
    leaving: {
      entry: 'ticket',
      again: 'While tickets are left, you can buy another one.',
      until: 'the start',
    },
    lost: 'is over. Another player won.',
    won({ category, prize_name: prize }) {
      if (category === 'cash') return { verb: 'cracked' };
      const name = typeof prize === 'string' && prize ? isolate(prize) : 'Your prize';
      return { verb: 'cracked', prize: `${name} is in your heist cart.`, page: paths.heistCart };
    },
  },
} as const satisfies Readonly<Record<string, LiveSubject>>;

type LiveSubjects = typeof liveSubjects;
export type SubjectKindName = keyof LiveSubjects;
export type SubjectPlural = LiveSubjects[SubjectKindName]['plural'];
export type SubjectRoom = { [Kind in SubjectKindName]: keyof LiveSubjects[Kind]['rooms'] }[SubjectKindName];
/** Kinds that users enter before the start. */
export type EnteredKind = {
  [Kind in SubjectKindName]: LiveSubjects[Kind]['leaving'] extends null ? never : Kind;
}[SubjectKindName];

export const subjectKinds = Object.keys(liveSubjects) as SubjectKindName[];
export const subjectPlurals: readonly SubjectPlural[] = subjectKinds.map((kind) => liveSubjects[kind].plural);

export const isSubjectKind = (kind: string): kind is SubjectKindName => Object.hasOwn(liveSubjects, kind);

/** Returns what is declared of a kind of subject; undefined if it is no live subject. */
export const findLiveSubject = (kind: string): LiveSubject | undefined =>
  isSubjectKind(kind) ? liveSubjects[kind] : undefined;

/** Returns the players' page of a subject; the kind of its room tells apart the pages of a kind with several. */
export function subjectPage({ rooms }: Pick<LiveSubject, 'rooms'>, id: number | string, room: unknown) {
  const pages = Object.entries(rooms);
  const [, page] = pages.find(([kind]) => pages.length === 1 || kind === room) ?? [];
  return page === undefined ? null : pathTo(page, id);
}

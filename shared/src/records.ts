import { MAX_AMOUNT } from './coins.ts';
import { CREST, MAX_CREST } from './crest.ts';
import { canonicalInstagramUrl, MAX_INSTAGRAM_URL } from './instagram.ts';
import { MAX_REQUIRED_REFERRALS } from './task-limits.ts';
import { isWebAddress } from './web-address.ts';

interface Text {
  /** In UTF-16 units. */
  readonly max: number;
  /** Shown beside an empty or wrong input. */
  readonly error: string;
}

/** The types of fields, each with what it declares besides. */
interface FieldTypes {
  /** A name, one line, or several lines that users read. */
  name: Text;
  line: Text;
  paragraph: Text;
  pattern: Text & { readonly pattern: RegExp };
  /** `address` returns the form that is stored, undefined for what is no such address. */
  address: Text & { readonly address: (text: string) => string | undefined };
  /** An optional line; null when it is empty. */
  note: { readonly max: number };
  /** The id of a user, or null. */
  user: { readonly error: string };
  /** A whole number from 1. */
  whole: { readonly max: number };
  /** Naira with at most 2 decimals, stored in kobo. */
  naira: { readonly min: number };
  flag: { readonly initial: boolean };
  moment: { readonly error: string };
  /** The id of another record. */
  id: { readonly error: string };
}
export type RecordField = {
  [Type in keyof FieldTypes]: { readonly type: Type } & FieldTypes[Type];
}[keyof FieldTypes];

/** A kind of records that operators create and edit (O3): what server and client know of it. */
export interface RecordKind {
  /** By default its name. */
  readonly noun?: string;
  /** What a form enters. An edit sends only what it changes. */
  readonly fields: Readonly<Record<string, RecordField>>;
  /** Fields that an edit cannot change. */
  readonly fixed?: readonly string[];
  readonly filters?: readonly RecordFilter[];
  /** Whether a new one may belong to a load test. */
  readonly hasRealm?: boolean;
  readonly hasPicture?: boolean;
  /** What its creation is called, instead of “created”. */
  readonly created?: string;
}
export type RecordFilter = 'q' | 'is_open' | 'is_active' | 'is_published' | 'realm' | 'state' | 'team_id';

/** In task coins. */
const reward = { type: 'whole', max: 100_000 } as const;

/**
 * The kinds of records, by their name in the operators' log. This file imports no schemas, so that the browser does not
 * load the validator.
 */
export const records = {
  bank: {
    fields: {
      code: { type: 'pattern', max: 40, pattern: /^[a-z0-9_]+$/, error: 'Use a to z, 0 to 9 and _.' },
      name: { type: 'line', max: 100, error: 'Enter a name.' },
      is_open: { type: 'flag', initial: true },
      note: { type: 'note', max: 200 },
    },
    fixed: ['code'],
    filters: ['is_open', 'q'],
  },
  package: {
    fields: {
      price: { type: 'naira', min: 0.01 },
      bid_points: { type: 'whole', max: MAX_AMOUNT },
      is_active: { type: 'flag', initial: true },
    },
    hasPicture: true,
  },
  trader: {
    fields: {
      name: { type: 'name', max: 60, error: 'Enter a text.' },
      user_id: { type: 'user', error: 'Enter the id of a user, or nothing.' },
      price: { type: 'naira', min: 0.01 },
      min: { type: 'whole', max: MAX_AMOUNT },
      max: { type: 'whole', max: MAX_AMOUNT },
      payment_method: { type: 'line', max: 60, error: 'Enter a text.' },
      bank_name: { type: 'line', max: 60, error: 'Enter the bank of the account.' },
      account_name: { type: 'name', max: 100, error: 'Enter a text.' },
      account_number: {
        type: 'pattern',
        max: 10,
        pattern: /^\d{10}$/,
        error: 'An account number has 10 digits.',
      },
      is_active: { type: 'flag', initial: true },
    },
    filters: ['q'],
  },
  team: {
    fields: {
      name: { type: 'name', max: 60, error: 'Enter a name.' },
      crest: { type: 'pattern', max: MAX_CREST, pattern: CREST, error: 'Choose a pattern and two colours.' },
      is_active: { type: 'flag', initial: true },
    },
    filters: ['q', 'is_active'],
  },
  fixture: {
    fields: {
      team_a: { type: 'id', error: 'Choose a team.' },
      team_b: { type: 'id', error: 'Choose a team.' },
      kickoff: { type: 'moment', error: 'Enter the kickoff.' },
    },
    filters: ['state', 'team_id', 'realm', 'q'],
    hasRealm: true,
  },
  post: {
    fields: {
      category: { type: 'line', max: 40, error: 'Enter a category.' },
      title: { type: 'line', max: 160, error: 'Enter a title.' },
      description: { type: 'paragraph', max: 10_000, error: 'Enter a text.' },
      is_published: { type: 'flag', initial: false },
    },
    filters: ['is_published', 'q'],
    hasPicture: true,
  },
  'instagram-post': {
    noun: 'Instagram post',
    fields: {
      instagram_url: {
        type: 'address',
        max: MAX_INSTAGRAM_URL,
        address: (text) => canonicalInstagramUrl(text.trim()),
        error: 'Enter the address of an Instagram post or reel, beginning with https://www.instagram.com/.',
      },
      title: { type: 'line', max: 120, error: 'Enter a title.' },
      is_published: { type: 'flag', initial: true },
    },
    filters: ['is_published'],
    created: 'added',
  },
  task: {
    fields: {
      title: { type: 'line', max: 120, error: 'Enter a title.' },
      description: { type: 'paragraph', max: 2_000, error: 'Describe what to do.' },
      task_coin_reward: reward,
      urlLink: {
        type: 'address',
        max: 500,
        address: (text) => (isWebAddress(text) ? text : undefined),
        error: 'Enter an address that begins with https://.',
      },
      is_active: { type: 'flag', initial: true },
    },
    filters: ['is_active', 'realm', 'q'],
    hasRealm: true,
  },
  'referral-task': {
    fields: {
      required_referrals: { type: 'whole', max: MAX_REQUIRED_REFERRALS },
      task_coin_reward: reward,
      is_active: { type: 'flag', initial: true },
    },
    filters: ['is_active', 'realm', 'q'],
    hasRealm: true,
  },
} as const satisfies Readonly<Record<string, RecordKind>>;

export type RecordName = keyof typeof records;
export const recordNames = Object.keys(records) as RecordName[];

/** Returns what is declared of a kind. `plural` names its list, its page and its export, below /admin. */
export const recordKind = (name: RecordName) => {
  const kind: RecordKind = records[name];
  return { ...kind, noun: kind.noun ?? name.replace('-', ' '), plural: `${name}s` };
};

import { z } from 'zod';
import { FixtureState } from '../bets.ts';
import type { TaggedCalls } from '../call.ts';
import type { ErrorCode } from '../errors.ts';
import {
  type RecordField,
  type RecordFilter,
  type RecordKind,
  type RecordName,
  recordKind,
  type records,
} from '../records.ts';
import type { Right } from '../rights.ts';
import { Naira } from '../shop.ts';
import { boundedString, digits, lineText, nameText, paragraphText } from '../text.ts';
import { IdParams, ListQuery, MAX_REALM, Moment, RealmFilter, Uuid } from '../wire.ts';

const MAX_ID = 999_999_999;

type Of<Type> = Extract<RecordField, { type: Type }>;
const types: { readonly [Type in RecordField['type']]: (field: Of<Type>) => z.ZodType } = {
  name: ({ max }) => nameText(max).min(1),
  line: ({ max }) => lineText(max).min(1),
  paragraph: ({ max }) => paragraphText(max).min(1),
  pattern: ({ max, pattern, error }) => boundedString(max).regex(pattern, error),
  address: ({ max, address, error }) =>
    boundedString(max).transform((text, { issues }) => {
      const stored = address(text);
      if (stored !== undefined) return stored;
      issues.push({ code: 'custom', input: text, message: error });
      return z.NEVER;
    }),
  note: ({ max }) => lineText(max).nullish(),
  user: () => Uuid.nullish(),
  whole: ({ max }) => z.int().min(1).max(max),
  naira: ({ min }) => Naira.min(min),
  flag: () => z.boolean(),
  moment: () => Moment,
  id: () => z.int().min(1).max(MAX_ID),
};
const schemaOf = (field: RecordField) => (types[field.type] as (field: RecordField) => z.ZodType)(field);

const YesOrNo = z.enum(['true', 'false']);
const filters: Readonly<Record<RecordFilter, z.ZodType>> = {
  q: boundedString(120),
  is_open: YesOrNo,
  is_active: YesOrNo,
  is_published: YesOrNo,
  realm: RealmFilter,
  state: FixtureState,
  team_id: digits(MAX_ID, 1),
};

/**
 * Returns the schemas of a kind of records: of the body that creates one, of an edit, in which absent fields stay as they
 * are, and of the list's query.
 */
export function bodiesOf(kind: RecordKind) {
  const { fields, fixed = [], filters: names = [], hasRealm = false } = kind;
  const create: Record<string, z.ZodType> = {};
  const edit: Record<string, z.ZodType> = {};
  for (const [name, field] of Object.entries(fields)) {
    const schema = schemaOf(field);
    create[name] = field.type === 'flag' ? schema.default(field.initial) : schema;
    // Without the default, which an edit would apply to a missing field.
    if (!fixed.includes(name)) edit[name] = schema.optional();
  }
  // The realm of a load test; 0 is the realm of real players.
  if (hasRealm) create.realm = z.int().min(0).max(MAX_REALM).default(0);
  return {
    create: z.object(create),
    edit: z.object(edit),
    query: ListQuery.extend(Object.fromEntries(names.map((name) => [name, filters[name].optional()]))),
  };
}

type ValueOf<Type> = Type extends 'flag'
  ? boolean
  : Type extends 'whole' | 'naira' | 'id'
    ? number
    : Type extends 'note' | 'user'
      ? string | null
      : string;
type Values<Fields> = {
  [Name in keyof Fields]: Fields[Name] extends RecordField ? ValueOf<Fields[Name]['type']> : never;
};
type Needed<Fields> = {
  [Name in keyof Fields]: Fields[Name] extends { type: 'flag' | 'note' | 'user' } ? never : Name;
}[keyof Fields];

/** The body that creates a record. What may be missing has a default. */
export type NewRecord<Name extends RecordName> = Partial<Values<(typeof records)[Name]['fields']>> &
  Pick<Values<(typeof records)[Name]['fields']>, Needed<(typeof records)[Name]['fields']>> & {
    realm?: number;
  };

/** An edit sends only what it changes. */
type EditedRecord<Name extends RecordName> = Partial<Values<(typeof records)[Name]['fields']>>;

type ListOf<Name extends RecordName> = z.ZodObject<
  (typeof ListQuery)['shape'] & {
    [Filter in (typeof records)[Name] extends { filters: readonly (infer Each extends string)[] }
      ? Each
      : never]: z.ZodOptional<z.ZodType>;
  }
>;

/** What the calls of one kind of records differ in, beside `records`. */
interface RecordDeclaration<Reply, One> {
  tag: string;
  /** What its commands need (S8). */
  right: Right;
  notFound: ErrorCode;
  /** `all` and `one` where the names of the kind are not clear enough. */
  summaries: { create: string; edit: string; all?: string; one?: string };
  createErrors?: readonly ErrorCode[];
  editErrors?: readonly ErrorCode[];
  /** Whether some edits need a second operator (O3a). */
  mayWait?: boolean;
  reply: Reply;
  /** The reply of a single record, where it has more fields. */
  one?: One;
}

/** Below /api/admin/{plural} of a kind of records: list, one, create, edit, picture. They are never deleted (O3). */
export function recordCalls<
  const Name extends RecordName,
  Reply extends z.ZodObject,
  One extends z.ZodObject = Reply,
>(name: Name, declared: RecordDeclaration<Reply, One>) {
  const {
    tag,
    right,
    notFound,
    summaries,
    createErrors = [],
    editErrors = [],
    mayWait = false,
    reply,
  } = declared;
  const one = declared.one ?? (reply as unknown as One);
  const { noun, plural, hasPicture } = recordKind(name);
  const bodies = bodiesOf(recordKind(name));
  const calls = {
    'GET /': {
      summary: `All ${summaries.all ?? plural.replace('-', ' ')}; the total is in Content-Range`,
      query: bodies.query as ListOf<Name>,
      reply: z.array(reply),
    },
    'GET /:id': {
      summary: `One ${summaries.one ?? noun}`,
      errors: [notFound],
      params: IdParams,
      reply: one,
    },
    'POST /': {
      right,
      summary: summaries.create,
      errors: createErrors,
      body: bodies.create as z.ZodType<Record<string, unknown>, NewRecord<Name>>,
      reply: one,
      status: 201,
    },
    'PUT /:id': {
      right,
      summary: summaries.edit,
      errors: [notFound, ...editErrors],
      params: IdParams,
      body: bodies.edit as z.ZodType<Record<string, unknown>, EditedRecord<Name>>,
      reply: one,
      mayWait,
    },
  } as const;
  const picture = {
    'POST /:id/image': {
      right,
      summary: `Replaces the picture of the ${noun}: multipart/form-data with one PNG, JPEG or WebP of at most 2 MB`,
      errors: [notFound, 'BAD_IMAGE'],
      params: IdParams,
      form: true,
      reply: one,
    },
  } as const;
  const all = { ...calls, ...(hasPicture && picture) };
  type All = typeof calls &
    ((typeof records)[Name] extends { hasPicture: true } ? typeof picture : Record<never, never>);
  return { tag, calls: all, path: `/admin/${plural}` } as unknown as TaggedCalls<All, `/admin/${Name}s`>;
}

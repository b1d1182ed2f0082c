import { FixtureState } from '@copup/shared/bets.ts';
import type { RecordField, RecordFilter, RecordKind, RecordName, records } from '@copup/shared/records.ts';
import { Naira } from '@copup/shared/shop.ts';
import { boundedString, digits, lineText, nameText, paragraphText } from '@copup/shared/text.ts';
import { MAX_REALM, Moment, Uuid } from '@copup/shared/wire.ts';
import { z } from 'zod';

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
  realm: digits(MAX_REALM),
  state: FixtureState,
  team_id: digits(MAX_ID, 1),
};

/**
 * Returns the schemas of a kind of records: of the body that creates one, of an edit, in which absent fields stay as they
 * are, and of the list's filters.
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
    query: z.object(Object.fromEntries(names.map((name) => [name, filters[name].optional()]))),
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

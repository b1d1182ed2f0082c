import fc, { type Arbitrary } from 'fast-check';

/** The parts of JSON Schema that OpenAPI documents and zod use. */
export interface JsonSchema {
  type?: string | string[];
  format?: string;
  pattern?: string;
  enum?: unknown[];
  const?: unknown;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  items?: JsonSchema;
  minItems?: number;
  maxItems?: number;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
}

/** Values for properties of these names at any depth: ids that exist, and numbers that keep tests short. */
export type KnownValues = Record<string, Arbitrary<unknown>>;

/** Extreme times: of valid requests, of PostgreSQL and of JavaScript. */
const endsOfTime = [
  '2020-01-01T00:00:00.000Z',
  '2099-12-31T23:59:59.999Z',
  '2019-12-31T23:59:59.999Z',
  '2100-01-01T00:00:00.000Z',
  '0000-01-01T00:00:00.000Z',
  '0001-01-01T00:00:00.000Z',
  '1970-01-01T00:00:00.000Z',
  '9999-12-31T23:59:59.999Z',
];
const MOST_ITEMS = 5;

/** Generates values that the schema allows; unspecified parts are guessed. */
export function valuesOf(schema: JsonSchema | undefined, known: KnownValues = {}): Arbitrary<unknown> {
  if (!schema) return fc.constant(undefined);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map((choice) => valuesOf(choice, known)));
  if (schema.allOf)
    return fc
      .tuple(...schema.allOf.map((part) => valuesOf(part, known)))
      .map((parts) => Object.assign({}, ...parts));
  const types = Array.isArray(schema.type) ? schema.type : [schema.type];
  return fc.oneof(...types.map((type) => valuesOfType(type, schema, known)));
}

function valuesOfType(type: string | undefined, schema: JsonSchema, known: KnownValues): Arbitrary<unknown> {
  switch (type) {
    case 'string':
      return texts(schema);
    case 'integer':
      return numbers(schema).map(Math.round);
    case 'number':
      return numbers(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(valuesOf(schema.items ?? {}, known), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? MOST_ITEMS, MOST_ITEMS),
      });
    case 'object':
      return objects(schema, known);
    default:
      return fc.jsonValue();
  }
}

function objects({ properties = {}, required = [] }: JsonSchema, known: KnownValues): Arbitrary<unknown> {
  const fields = Object.entries(properties).map(
    ([name, schema]) => [name, known[name] ?? valuesOf(schema, known)] as const,
  );
  return fc.record(Object.fromEntries(fields), {
    requiredKeys: required.filter((name) => name in properties),
  });
}

function texts({ format, pattern, minLength = 0, maxLength = 60 }: JsonSchema): Arbitrary<string> {
  if (format === 'uuid') return fc.uuid();
  if (format === 'email') return fc.emailAddress();
  const near = { min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true };
  const dates = fc.oneof(
    { weight: 5, arbitrary: fc.date(near).map((date) => date.toISOString()) },
    { weight: 1, arbitrary: fc.constantFrom(...endsOfTime) },
  );
  if (format === 'date-time') return dates;
  if (format === 'date') return dates.map((date) => date.slice(0, 10));
  const plain = fc.string({
    minLength,
    maxLength: Math.max(minLength, Math.min(maxLength, 60)),
    unit: 'binary',
  });
  // Strings that a schema allows and PostgreSQL does not.
  const unkept = fc.constantFrom('a\u0000b', '\u0000', '\ud800x');
  if (pattern === undefined)
    return fc.oneof({ weight: 5, arbitrary: plain }, { weight: 1, arbitrary: unkept });
  try {
    return fc.stringMatching(new RegExp(pattern));
  } catch {
    // Not every expression can be generated from.
    return plain;
  }
}

/** Generates mostly small numbers, sometimes the limits. */
function numbers({ minimum = 0, maximum = Number.MAX_SAFE_INTEGER }: JsonSchema): Arbitrary<number> {
  return fc.oneof(
    {
      weight: 6,
      arbitrary: fc.integer({
        min: Math.ceil(minimum),
        max: Math.floor(Math.min(maximum, Math.ceil(minimum) + 30)),
      }),
    },
    { weight: 1, arbitrary: fc.constantFrom(minimum, maximum) },
  );
}

/** Values that no client of the product sends: amounts, texts and shapes that often break servers. */
export const nasty: Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    0,
    -1,
    0.1,
    1e3,
    1e308,
    5e-324,
    0.001,
    -0,
    1e12 + 1,
    2 ** 31,
    2 ** 53,
    -(2 ** 31) - 1,
    '',
    '1',
    '-1',
    'NaN',
    '0x10',
    null,
    true,
    [],
    {},
    [[]],
    '\u0000',
    'a\u0000b',
    '\ud800',
    '\u202egnp.exe',
    'Ada\u200bEze',
    'a\u0301\u0301\u0301\u0301\u0301',
    '\u0315\u0300'.repeat(5_000),
    'a.'.repeat(5_000),
    "'; DROP TABLE users; --",
    '<script>alert(1)</script>',
    '../../etc/passwd',
    'x'.repeat(10_000),
    '١٢٣',
    '%00',
    '{{7*7}}',
    '__proto__',
    'constructor',
    '2026-02-31',
    '2026-02-31T00:00:00Z',
    '+275760-09-13T00:00:00.001Z',
    '-271821-04-20T00:00:00Z',
    '9999-12-31T23:59:59.999Z',
    '0000-01-01T00:00:00Z',
    '0001-01-01T00:00:00Z',
    '2100-01-01T00:00:00Z',
    '00000000-0000-0000-0000-000000000000',
  ),
  fc.jsonValue(),
  fc.string({ unit: 'binary' }),
);

/** Generates allowed values with one error: a field of another type, a missing field, or an unknown one. */
export function spoilt(values: Arbitrary<unknown>): Arbitrary<unknown> {
  const extra = fc.constantFrom('role', 'balance', 'status', 'realm', 'id', 'available', 'constructor');
  return fc
    .tuple(values, fc.nat(), nasty, fc.constantFrom('replace', 'remove', 'add'), extra)
    .map(([value, at, wrong, how, name]) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return wrong;
      const keys = Object.keys(value);
      const key = keys[at % Math.max(1, keys.length)];
      if (how === 'add' || key === undefined) return { ...value, [name]: wrong };
      if (how === 'replace') return { ...value, [key]: wrong };
      return Object.fromEntries(Object.entries(value).filter(([each]) => each !== key));
    });
}

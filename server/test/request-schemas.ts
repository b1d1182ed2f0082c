import diagnostics from 'node:diagnostics_channel';
import { socketEvents } from '@copup/shared/socket-events.ts';
import type { FastifyInstance, RouteOptions } from 'fastify';
import type { z } from 'zod';

/** The parts of zod's definitions that the walk reads. */
interface Definition {
  type: string;
  checks?: { _zod: { def: Check } }[];
  check?: string;
  format?: string;
  shape?: Record<string, z.ZodType>;
  catchall?: z.ZodType;
  element?: z.ZodType;
  innerType?: z.ZodType;
  options?: z.ZodType[];
  in?: z.ZodType;
  out?: z.ZodType;
  keyType?: z.ZodType;
  valueType?: z.ZodType;
  left?: z.ZodType;
  right?: z.ZodType;
}
interface Check {
  check: string;
  format?: string;
  abort?: boolean;
}

/** A rule that a schema breaks, with its path. */
export interface SchemaError {
  path: string;
  error: string;
}

const LEAVES: ReadonlySet<string> = new Set([
  'literal',
  'enum',
  'boolean',
  'null',
  'undefined',
  'unknown',
  'never',
]);
const DATES: ReadonlySet<string> = new Set(['date', 'datetime', 'time', 'duration']);
const farTimes = ['0000-01-01', '0001-01-01', '1970-01-01', '2100-01-01', '9999-12-31'];

/** Values that no amount, price or count may have (L4): nothing is coerced. */
const wrongNumbers = [
  '1',
  '1e3',
  'NaN',
  '',
  true,
  null,
  [],
  [1],
  {},
  Number.NaN,
  Number.POSITIVE_INFINITY,
  2 ** 53,
  -(2 ** 53),
  5e-324,
];

/** Collects the request schemas of every route of the apps that `build` creates, by method and URL. */
export async function collectRequestSchemas(build: () => Promise<void>): Promise<Map<string, z.ZodType>> {
  const found = new Map<string, z.ZodType>();
  const listen = (message: unknown) => {
    (message as { fastify: FastifyInstance }).fastify.addHook(
      'onRoute',
      ({ method, url, schema }: RouteOptions) => {
        for (const part of ['params', 'querystring', 'headers', 'body'] as const) {
          if (schema?.[part])
            found.set(`${[method].flat().join(',')} ${url} ${part}`, schema[part] as z.ZodType);
        }
      },
    );
  };
  diagnostics.subscribe('fastify.initialization', listen);
  try {
    await build();
  } finally {
    diagnostics.unsubscribe('fastify.initialization', listen);
  }
  for (const [event, { from, payload }] of Object.entries(socketEvents)) {
    if (from === 'client') found.set(event, payload);
  }
  return found;
}

/**
 * Walks a request schema. Every string must limit its length in its first check, which must abort; every number needs
 * both limits and no coercion; no object keeps unknown fields; every date must refuse years out of range.
 */
export function* findSchemaErrors(schema: z.ZodType, path: string): Generator<SchemaError> {
  const def = schema._zod.def as unknown as Definition;
  const inner = (part: z.ZodType | undefined, name: string) =>
    part ? findSchemaErrors(part, `${path}${name}`) : [];
  switch (def.type) {
    case 'string':
      yield* stringErrors(schema, def, path);
      break;
    case 'number':
      yield* numberErrors(schema, def, path);
      break;
    case 'object':
      if (def.catchall) yield { path, error: 'keeps unknown fields' };
      for (const [name, part] of Object.entries(def.shape ?? {})) yield* inner(part, `.${name}`);
      break;
    case 'array':
      if (!checksOf(def).some(({ check }) => check === 'max_length'))
        yield { path, error: 'has no limit of items' };
      yield* inner(def.element, '[]');
      break;
    case 'record':
      yield* inner(def.keyType, '{}');
      yield* inner(def.valueType, '{}');
      break;
    case 'union':
      for (const option of def.options ?? []) yield* inner(option, '');
      break;
    case 'intersection':
      yield* inner(def.left, '');
      yield* inner(def.right, '');
      break;
    case 'pipe':
      // The output of a transform was limited before it.
      yield* inner(def.in, '');
      break;
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
      yield* inner(def.innerType, '');
      break;
    default:
      if (!LEAVES.has(def.type))
        yield { path, error: `is of type ${def.type}, which the walk does not support` };
  }
}

/** Returns all checks in the order in which they run; a format that is itself a schema runs first. */
function checksOf(def: Definition): Check[] {
  const own: Check[] = def.check === undefined ? [] : [def as Check];
  return [...own, ...(def.checks ?? []).map((each) => each._zod.def)];
}

function* stringErrors(schema: z.ZodType, def: Definition, path: string): Generator<SchemaError> {
  const checks = checksOf(def);
  const [first] = checks;
  if (first?.check !== 'max_length' || first.abort !== true)
    yield { path, error: 'does not begin with a length limit that ends the checks' };
  if (!checks.some(({ format }) => format !== undefined && DATES.has(format))) return;
  for (const day of farTimes) {
    for (const text of [day, `${day}T00:00:00Z`, `${day}T00:00:00.000Z`]) {
      if (schema.safeParse(text).success) yield { path, error: `accepts ${text}` };
    }
  }
}

function* numberErrors(schema: z.ZodType, def: Definition, path: string): Generator<SchemaError> {
  for (const wrong of wrongNumbers) {
    if (schema.safeParse(wrong).success) yield { path, error: `accepts ${typeof wrong} ${String(wrong)}` };
  }
  const kinds = checksOf(def).map(({ check }) => check);
  for (const limit of ['greater_than', 'less_than']) {
    if (!kinds.includes(limit)) yield { path, error: `has no limit of the kind ${limit}` };
  }
}

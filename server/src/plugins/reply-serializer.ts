import fastJson, { type Schema } from 'fast-json-stringify';
import type { FastifySerializerCompiler } from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import { z } from 'zod';

type Route = Parameters<typeof serializerCompiler>[0];
type Serialize = (data: unknown) => string;
type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Keywords that do not affect how a value is written. */
const CHECKS = ['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems', 'pattern', 'format'];
const IGNORED: ReadonlySet<string> = new Set([...CHECKS, '$schema', 'title', 'description', 'examples']);
const SCALARS: ReadonlySet<unknown> = new Set(['string', 'integer', 'number', 'boolean']);

/** The part of JSON Schema that fast-json-stringify writes without validation. */
type PlainSchema = Schema & { type: string; nullable?: boolean };

const compiled = new WeakMap<object, Serialize>();

/**
 * Serializes replies with code generated from their schema. Omits fields that are not in the schema, as zod would. Does
 * not validate values again for each reply: types and tests do that. Schemas beyond plain data are serialized by zod.
 */
export const replySerializer: FastifySerializerCompiler<Route['schema']> = (route) => {
  // Generated on first use: it takes milliseconds, and many routes are never called by a process.
  let serialize: Serialize | undefined;
  return (data) => {
    serialize ??= compile(route as Route);
    return serialize(data);
  };
};

function compile(route: Route): Serialize {
  const known = compiled.get(route.schema);
  if (known) return known;
  const schema = route.schema instanceof z.ZodType ? plainSchema(route.schema) : undefined;
  if (!schema) return serializerCompiler(route);
  const serialize = fastJson(schema) as Serialize;
  compiled.set(route.schema, serialize);
  return serialize;
}

function plainSchema(schema: z.ZodType): PlainSchema | undefined {
  let json: JsonSchema;
  try {
    json = z.toJSONSchema(schema, { io: 'output' });
  } catch {
    // JSON Schema cannot represent the schema, for example a transform.
    return undefined;
  }
  return simplify(json);
}

/**
 * Reduces the schema to the keywords that fast-json-stringify writes without validation; undefined when it needs
 * others.
 */
function simplify(json: JsonSchema): PlainSchema | undefined {
  const { type, properties, required, items, additionalProperties, anyOf, ...rest } = json;
  if (anyOf) return simplifyUnion(anyOf as JsonSchema[], rest);
  const { enum: _enum, const: _const, ...others } = rest;
  if (Object.keys(others).some((keyword) => !IGNORED.has(keyword))) return undefined;
  if (Array.isArray(type)) return simplifyUnion(type.map((each) => ({ type: each })) as JsonSchema[], others);
  if (SCALARS.has(type)) return { type } as PlainSchema;
  if (type === 'array' && typeof items === 'object' && !Array.isArray(items)) {
    const item = simplify(items as JsonSchema);
    return item && { type: 'array', items: item };
  }
  if (type !== 'object' || !properties || additionalProperties !== false) return undefined;
  const simplified: Record<string, Schema> = {};
  for (const [name, property] of Object.entries(properties)) {
    const simple = typeof property === 'object' ? simplify(property as JsonSchema) : undefined;
    if (!simple) return undefined;
    simplified[name] = simple;
  }
  return { type: 'object', properties: simplified, required: required ?? [], additionalProperties: false };
}

/** Simplifies `null` with one other schema, or values of one scalar type. */
function simplifyUnion(members: readonly JsonSchema[], rest: JsonSchema): PlainSchema | undefined {
  if (Object.keys(rest).some((keyword) => !IGNORED.has(keyword))) return undefined;
  const others = members.filter(({ type }) => type !== 'null').map(simplify);
  const [first] = others;
  if (!first || others.some((other) => other === undefined)) return undefined;
  const isOneScalar = others.every((other) => SCALARS.has(first.type) && other?.type === first.type);
  if (others.length > 1 && !isOneScalar) return undefined;
  return others.length < members.length ? { ...first, nullable: true } : first;
}

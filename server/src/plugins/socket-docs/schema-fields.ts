import { z } from 'zod';

/** A field of a schema, with the way to it: `rooms[].state`. */
export interface SchemaField {
  name: string;
  type: string;
  isOptional: boolean;
}

/** What `z.toJSONSchema` returns, as far as fields need it. */
interface JsonSchema {
  type?: string;
  const?: unknown;
  enum?: readonly unknown[];
  anyOf?: readonly JsonSchema[];
  oneOf?: readonly JsonSchema[];
  properties?: Readonly<Record<string, JsonSchema>>;
  required?: readonly string[];
  items?: JsonSchema;
  prefixItems?: readonly JsonSchema[];
  additionalProperties?: JsonSchema | boolean;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  maxItems?: number;
}

/** A longer list of values, such as that of all codes, is in the JSON schema. */
const SHOWN_VALUES = 12;

/** Returns the JSON schema of what a client sends, or of what it receives. */
export const toJsonSchema = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema =>
  z.toJSONSchema(schema, { unrepresentable: 'any', io }) as JsonSchema;

/** Returns the fields of each alternative of a schema; one list for a schema without alternatives. */
export function fieldsOf(schema: JsonSchema): SchemaField[][] {
  const alternatives = schema.anyOf ?? schema.oneOf ?? [schema];
  return alternatives.map((alternative) => flatten('', alternative, false));
}

/** An object's own line is left out where its fields follow. */
function flatten(name: string, schema: JsonSchema, isOptional: boolean, note = ''): SchemaField[] {
  const { required = [], items, properties = {} } = schema;
  const alternatives = (schema.anyOf ?? schema.oneOf ?? []).filter(hasFields);
  if (alternatives.length > 1)
    return alternatives.flatMap((each) => flatten(name, each, isOptional, `, one of ${alternatives.length}`));
  const own = { name: name === '' ? 'value' : name, type: `${typeOf(schema)}${note}`, isOptional };
  const nested = [
    ...Object.entries(properties).flatMap(([key, value]) =>
      flatten(name === '' ? key : `${name}.${key}`, value, !required.includes(key)),
    ),
    ...(items && hasFields(items) ? flatten(`${name}[]`, items, false) : []),
    ...alternatives.flatMap((each) => flatten(name, each, isOptional)),
  ];
  return schema.properties && name === '' ? nested : [own, ...nested];
}

function hasFields({ properties, items, anyOf, oneOf }: JsonSchema): boolean {
  return properties !== undefined || [items, ...(anyOf ?? oneOf ?? [])].some((one) => one && hasFields(one));
}

function typeOf(schema: JsonSchema): string {
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives) return [...new Set(alternatives.map(typeOf))].join(' or ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) {
    const values = schema.enum.map((value) => JSON.stringify(value));
    return values.length > SHOWN_VALUES ? `one of ${values.length} texts` : values.join(' or ');
  }
  const { type = 'any', minimum, maximum, maxLength, maxItems } = schema;
  if (type === 'array') {
    const most = maxItems === undefined ? '' : ` of at most ${maxItems}`;
    return schema.items && !hasFields(schema.items)
      ? `array${most}: ${typeOf(schema.items)}`
      : `array${most}`;
  }
  if (type === 'string' && maxLength !== undefined) return `string of at most ${maxLength} characters`;
  const from = minimum === undefined || minimum <= Number.MIN_SAFE_INTEGER ? '' : ` from ${minimum}`;
  const to = maximum === undefined || maximum >= Number.MAX_SAFE_INTEGER ? '' : ` to ${maximum}`;
  return `${type}${from}${to}`;
}

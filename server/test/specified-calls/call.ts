import type { ApiClient, ApiReply } from '@copup/testkit/client.ts';

/** `number`, `string|null`, the fields of an object, or the rows of a list that must not be empty. */
export type Shape = string | readonly [Shape] | { readonly [field: string]: Shape };

/** The fields of an object: texts, then numbers, as `of('name image', 'id')`. */
export const of = (texts: string, numbers = ''): Record<string, string> => {
  const typed = (names: string, type: string) =>
    names
      .split(' ')
      .filter(Boolean)
      .map((name) => [name, type]);
  return Object.fromEntries([...typed(texts, 'string'), ...typed(numbers, 'number')]);
};

/** A call as the specification writes it, with real values in all its fields. */
export interface SpecifiedCall {
  call: string;
  /** Default: the player of the world. */
  by?: ApiClient;
  /** The values of the parameters in the path, in their order. */
  ids?: readonly (number | string)[];
  query?: Readonly<Record<string, string>>;
  body?: Readonly<Record<string, unknown>>;
  /** The body is a form. */
  multipart?: true;
  /** Fields of the body that the server accepts without reading them. */
  unread?: readonly string[];
  /** Fields that the product demands beside the specified ones. */
  added?: Readonly<Record<string, unknown>>;
  /** Default: 200. */
  status?: number;
  /** Fields of the reply as the specification names them; the product may have more. */
  reply: Shape;
}

/** Sends the call, and returns what differs from the specification: each line names the call and the field. */
export async function differencesOf(specified: SpecifiedCall, player: ApiClient): Promise<string[]> {
  const { call, by = player, query = {}, body, unread = [], status = 200 } = specified;
  const differences = await refusalsOf(specified, by);
  const reply = await send(specified, by, query, body && { ...body, ...specified.added });
  if (reply.status !== status) differences.push(`is answered with ${reply.status} ${reply.text}`);
  else differences.push(...unlike(reply.body, specified.reply, 'reply'));
  differences.push(...unread.filter((field) => body?.[field] === undefined).map((field) => `lacks ${field}`));
  return differences.map((difference) => `${call}: ${difference}`);
}

/** A field that the server reads is refused with a wrong value; returns those that were not. */
async function refusalsOf(specified: SpecifiedCall, by: ApiClient): Promise<string[]> {
  const { query = {}, body = {}, unread = [] } = specified;
  const read = Object.keys(body).filter((field) => !unread.includes(field) && !(body[field] instanceof Blob));
  const fields = [...Object.keys(query), ...read];
  if (fields.length === 0) return [];
  const wrong = (names: string[], value: unknown) => Object.fromEntries(names.map((name) => [name, value]));
  const wrongBody =
    read.length > 0 ? { ...body, ...wrong(read, specified.multipart ? '' : { wrong: true }) } : undefined;
  const wrongQuery = wrong(Object.keys(query), 'x'.repeat(200)) as Record<string, string>;
  const { status, body: refusal } = await send(specified, by, wrongQuery, wrongBody);
  const named = (refusal?.issues ?? []).map(({ path }: { path: string }) => path);
  return fields
    .filter((field) => !named.includes(field))
    .map((field) => `request ${field} is not read (${status})`);
}

function send(
  { call, ids = [], multipart }: SpecifiedCall,
  by: ApiClient,
  query: Readonly<Record<string, string>>,
  body: Readonly<Record<string, unknown>> | undefined,
): Promise<ApiReply> {
  const [method = '', path = ''] = call.split(' ');
  const left = [...ids];
  const filled = path.replace(/\{\w+\}/g, () => encodeURIComponent(String(left.shift())));
  const search = Object.keys(query).length > 0 ? `?${new URLSearchParams(query)}` : '';
  return by.call(method, `${filled}${search}`, { body: multipart ? toForm(body ?? {}) : body });
}

function toForm(fields: Readonly<Record<string, unknown>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value instanceof Blob) form.set(name, value, 'picture.png');
    else form.set(name, String(value));
  }
  return form;
}

/** Returns what is missing in the value or has another type. */
export function unlike(value: unknown, shape: Shape, at: string): string[] {
  const type = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
  if (value === undefined) return [`${at} is missing`];
  if (typeof shape === 'string')
    return shape.split('|').includes(type) ? [] : [`${at} is ${type}, not ${shape}`];
  if (Array.isArray(shape)) {
    if (!Array.isArray(value)) return [`${at} is ${type}, not array`];
    if (value.length === 0) return [`${at} has no rows`];
    return [...new Set(value.flatMap((row) => unlike(row, shape[0], `${at}[]`)))];
  }
  if (type !== 'object') return [`${at} is ${type}, not object`];
  const fields = value as Record<string, unknown>;
  return Object.entries(shape).flatMap(([field, its]) => unlike(fields[field], its, `${at}.${field}`));
}

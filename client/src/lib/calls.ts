import type { ApprovalPending } from '@copup/shared/admin.ts';
import type { Replied, Sent } from '@copup/shared/call.ts';
import type { Calls } from '@copup/shared/calls/all.ts';
import { type RequestOptions, request, requestWithHeaders } from './api.ts';
import { type PostOptions, postIntent } from './intents.ts';
import { goesBySocket } from './socket-calls.ts';

export type Route = keyof Calls;
type Value = string | number | undefined;
// A part that a route does not have is `unknown`, not an optional undefined: by that the compiler would sort the routes at each
// call, which took it four fifths of its time for the client.
type Params<Of> = Of extends { params: infer Schema }
  ? { params: Readonly<Record<keyof Sent<Schema>, string | number>> }
  : unknown;
type QueryOf<Of> = Of extends { query: infer Schema }
  ? Readonly<Partial<Record<keyof Sent<Schema>, Value>>>
  : undefined;
type Query<Of> = Of extends { query: unknown } ? { query?: QueryOf<Of> } : unknown;
type Body<Of> = Of extends { body: infer Schema }
  ? undefined extends Sent<Schema>
    ? { body?: Sent<Schema> }
    : { body: Sent<Schema> }
  : Of extends { form: unknown }
    ? { body: FormData }
    : unknown;
/** All is optional unless a part is required. */
type Arguments<Options> = Record<never, never> extends Options ? [options?: Options] : [options: Options];
type CallOptions<Of extends Route> = Params<Calls[Of]> &
  Query<Calls[Of]> &
  Body<Calls[Of]> &
  Pick<RequestOptions, 'signal' | 'timeoutMs' | 'send' | 'isText'>;
export interface ListOptions<Of extends Route> extends Pick<RequestOptions, 'signal'> {
  query?: QueryOf<Calls[Of]> | undefined;
}
type IntentOptions<Of extends Route> = Params<Calls[Of]> &
  Omit<PostOptions, 'method' | 'bySocket'> & { body?: object | null | undefined };

/** With what waits for a second operator in place of the reply (O3a). */
export type Reply<Of extends Route> =
  | Replied<Calls[Of]>
  | (Calls[Of] extends { mayWait: true } ? ApprovalPending : never);
/** The options of any route, for the code below. */
interface LooseOptions extends RequestOptions, Pick<PostOptions, 'secret' | 'sent'> {
  params?: Readonly<Record<string, string | number>>;
  query?: Readonly<Record<string, Value>>;
}
/** An item of a list. */
export type Item<Of extends Route> = Reply<Of> extends readonly (infer One)[] ? One : never;
/** A page of a list (X1). */
export interface ListPage<Item> {
  items: Item[];
  /** The cursor of the next page. */
  next: string | null;
}

/** Sends a call; the route decides what it takes and what it replies with. Rejects only with ApiError. */
export function call<Of extends Route>(route: Of, ...args: Arguments<CallOptions<Of>>): Promise<Reply<Of>> {
  const { params, query, ...rest } = optionsOf(args);
  const { method, path } = fill(route, params);
  return request(path + searchOf(query), { ...rest, method });
}

/** Reads a page of a list that is an array (X1). */
export async function callPage<Of extends Route>(
  route: Of,
  before: string | undefined,
  options: ListOptions<Of>,
): Promise<ListPage<Item<Of>>> {
  const { query, signal }: LooseOptions = options;
  const path = fill(route).path + searchOf({ ...query, before });
  const { reply, headers } = await requestWithHeaders<Item<Of>[]>(path, { signal });
  return { items: reply, next: headers.get('x-next-cursor') };
}

/** Reads all pages of a short list that is needed as a whole, such as the choices of a form. */
export async function callAll<Of extends Route>(route: Of, signal?: AbortSignal): Promise<Item<Of>[]> {
  const all: Item<Of>[] = [];
  for (let before: string | null | undefined; before !== null; ) {
    const page = await callPage(route, before, { signal });
    all.push(...page.items);
    before = page.next;
  }
  return all;
}

/**
 * Sends a command that moves coins, under one key until its outcome is known (P6). `name` names the intent. Calls declared
 * with `bySocket` go over the socket while it is live.
 */
export function callOnce<Of extends Route>(
  name: string,
  route: Of,
  ...args: Arguments<IntentOptions<Of>>
): Promise<Reply<Of>> {
  const { params, body, ...rest } = optionsOf(args);
  const { method, path } = fill(route, params);
  const bySocket = goesBySocket(route) && { bySocket: { call: route, ...(params && { params }) } };
  return postIntent(name, path, body, { ...rest, ...bySocket, method: method as 'POST' } as PostOptions);
}

const optionsOf = (args: readonly unknown[]) => (args[0] ?? {}) as LooseOptions;

function fill(
  route: Route,
  params: Readonly<Record<string, string | number>> = {},
): { method: 'GET' | 'POST' | 'PUT' | 'DELETE'; path: string } {
  const [method, path] = route.split(' ') as ['GET', string];
  return { method, path: path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(params[name] ?? '')) };
}

function searchOf(query: Readonly<Record<string, Value>> = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  return given.length > 0 ? `?${new URLSearchParams(given as [string, string][])}` : '';
}

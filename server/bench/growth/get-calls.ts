import type { ApiClient } from '@copup/testkit/client.ts';
import type { Call } from './call.ts';
import type { Example, ListExample } from './examples.ts';

interface Operation {
  parameters?: { name: string; in: string; required?: boolean }[];
}

const PER_PAGE = 25;

export interface ApiPaths {
  paths?: Record<string, Record<string, Operation>>;
}
interface ApiClients {
  player: ApiClient;
  operator: ApiClient;
  routes: Record<string, Example[]>;
  lists: Record<string, ListExample>;
}

/**
 * Lists every GET of the OpenAPI document. Throws for a route whose parameters have no example, so that none is left
 * out.
 */
export function getCalls({ paths = {} }: ApiPaths, { player, operator, routes, lists }: ApiClients): Call[] {
  return Object.entries(paths).flatMap(([path, { get: operation }]): Call[] => {
    if (!operation) return [];
    const isAdmin = path.startsWith('/api/admin/');
    const client = isAdmin ? operator : player;
    const { parameters = [] } = operation;
    if (parameters.some(({ name }) => name === 'perPage'))
      return listCallsOf(path, client, lists[path] ?? missing(path, 'filters, searches and sorts'));
    const needed = parameters.filter(({ in: place, required }) => place === 'path' || required);
    const variants = routes[path] ?? (needed.length === 0 ? [{}] : missing(path, 'example values'));
    return variants.map((example) => {
      const address = addressOf(path, example);
      return {
        name: `GET ${address}`,
        kind: isAdmin ? 'operator' : 'player',
        run: () => get(client, address),
      };
    });
  });
}

function missing(path: string, what: string): never {
  throw new Error(`GET ${path} has no ${what}: add them to server/bench/growth/examples.ts`);
}

/**
 * Lists the first and the last page of a list without and with each filter, and the first page of each search and
 * order.
 */
function listCallsOf(path: string, client: ApiClient, { filters, searches, sorts }: ListExample): Call[] {
  const first = (query: Example): Call => {
    const address = addressOf(path, { ...query, perPage: String(PER_PAGE) });
    return { name: `GET ${address}`, kind: 'operator', run: () => get(client, address) };
  };
  const last = (query: Example): Call => {
    const address = addressOf(path, { ...query, perPage: String(PER_PAGE) });
    let page: number | undefined;
    return {
      name: `GET ${address}, last page`,
      kind: 'operator',
      run: async () => {
        page ??= Math.max(1, Math.ceil((await totalOf(client, address)) / PER_PAGE));
        return get(client, `${address}&page=${page}`);
      },
    };
  };
  return [
    first({}),
    last({}),
    ...filters.flatMap((filter) => [first(filter), last(filter)]),
    ...searches.flatMap((q) => [first({ q }), last({ q })]),
    ...sorts.flatMap((sort) => ['ASC', 'DESC'].map((order) => first({ sort, order }))),
  ];
}

function addressOf(path: string, example: Example): string {
  const names = new Set<string>();
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    names.add(name);
    return encodeURIComponent(example[name] ?? missing(path, `value for ${name}`));
  });
  const query = new URLSearchParams(Object.entries(example).filter(([name]) => !names.has(name)));
  return `${filled.replace(/^\/api/, '')}${query.size > 0 ? `?${query}` : ''}`;
}

async function get(client: ApiClient, address: string) {
  const reply = await client.get(address);
  if (reply.status !== 200) throw new Error(`GET ${address}: ${reply.status} ${reply.text}`);
  return reply;
}

async function totalOf(client: ApiClient, address: string): Promise<number> {
  const { headers } = await get(client, address);
  return Number(headers.get('content-range')?.split('/')[1] ?? 0);
}

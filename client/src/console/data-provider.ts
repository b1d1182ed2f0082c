import { subjectPlurals } from '@copup/shared/live-subjects.ts';
import type { DataProvider, GetListParams, Identifier } from 'ra-core';
import { request, requestWithHeaders } from '../lib/api.ts';
import { postIntent } from '../lib/intents.ts';
import { isPending, keptAsBefore } from './pending.ts';

/** Returns page, order and filters of a list as the server's query (O3), without empty filters. */
export function listQuery({
  pagination,
  sort,
  filter,
}: Pick<GetListParams, 'pagination' | 'sort' | 'filter'>): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries((filter ?? {}) as Record<string, unknown>)) {
    if (value !== undefined && value !== null && value !== '') query.set(name, String(value));
  }
  if (pagination) {
    query.set('page', String(pagination.page));
    query.set('perPage', String(pagination.perPage));
  }
  if (sort) {
    query.set('sort', sort.field);
    query.set('order', sort.order);
  }
  return query;
}

/** Parses the total: "users 0-24/319" → 319. */
export function totalOf(contentRange: string | null, otherwise: number): number {
  const total = contentRange?.match(/\/(\d+)$/)?.[1];
  return total === undefined ? otherwise : Number(total);
}

const pathOf = (resource: string, id: Identifier) => `/admin/${resource}/${encodeURIComponent(id)}`;
/** Subjects, whose creation and edits may move coins. */
const subjects = new Set<string>(subjectPlurals);

/** Creates or edits a record; a subject with one key for all attempts (P6). */
function save<Reply>(resource: string, path: string, method: 'POST' | 'PUT', body: unknown): Promise<Reply> {
  if (!subjects.has(resource)) return request(path, { method, body });
  return postIntent(`save:${path}`, path, body, { method });
}

const post = <Reply>(path: string, body?: unknown) => request<Reply>(path, { method: 'POST', body });
const notOffered = (what: string) => () => Promise.reject(new Error(`The operators' API has no ${what}.`));

/** Adapts /api/admin to ra-core. Records are never deleted; they are cancelled, refunded or decided. */
export const dataProvider: DataProvider = {
  supportAbortSignal: true,
  async getList(resource, params) {
    const path = `/admin/${resource}?${listQuery(params)}`;
    // biome-ignore lint/suspicious/noExplicitAny: ra-core leaves the record's type to its caller
    const { reply, headers } = await requestWithHeaders<any[]>(path, { signal: params.signal });
    return { data: reply, total: totalOf(headers.get('content-range'), reply.length) };
  },
  async getOne(resource, { id, signal }) {
    return { data: await request(pathOf(resource, id), { signal }) };
  },
  async getMany(resource, { ids, signal }) {
    return { data: await Promise.all(ids.map((id) => request(pathOf(resource, id), { signal }))) } as never;
  },
  async create(resource, { data }) {
    const reply = await save<object>(resource, `/admin/${resource}`, 'POST', data);
    return { data: isPending(reply) ? keptAsBefore(reply) : reply } as never;
  },
  async update(resource, { id, data, previousData }) {
    const reply = await save<object>(resource, pathOf(resource, id), 'PUT', data);
    return { data: isPending(reply) ? keptAsBefore(reply, previousData) : reply } as never;
  },
  getManyReference: notOffered('lists by reference'),
  updateMany: notOffered('edits of many'),
  delete: notOffered('deleting'),
  deleteMany: notOffered('deleting'),
};

/** Posts to /admin/RESOURCE/{id}/ACTION. It can be repeated, because a second execution has no effect. */
export function act<Row>(resource: string, id: number | string, action: string, body?: object): Promise<Row> {
  return post(`${pathOf(resource, id)}/${action}`, body);
}

/** Sends a command that moves coins, with one key for all attempts (P6). */
export function actOnce<Reply>(
  intent: string,
  resource: string,
  id: number | string,
  action: string,
  body?: object,
): Promise<Reply> {
  return postIntent(intent, `${pathOf(resource, id)}/${action}`, body);
}

/** Returns a stored picture at its largest size, for a copy of its record. */
export async function storedPicture(image: string): Promise<File> {
  const reply = await fetch(image.replace(/-640\.webp$/, '-1280.webp'));
  if (!reply.ok) throw new Error('Its picture could not be read.');
  const blob = await reply.blob();
  return new File([blob], 'copy', { type: blob.type });
}

/** Replaces a record's picture. */
export function putPicture<Row>(resource: string, id: number, file: File): Promise<Row> {
  const form = new FormData();
  form.append('image', file);
  return post(`${pathOf(resource, id)}/image`, form);
}

import type {
  AdjustBody,
  AdjustReply,
  AdminUser,
  Approval,
  ApprovalPending,
  AuditLogEntry,
  FundRewardsBody,
  Setting,
} from '@copup/shared/admin.ts';
import type { AdminAuction } from '@copup/shared/auctions.ts';
import type { AdminOrder } from '@copup/shared/cart.ts';
import type { DataProvider, GetListParams, Identifier } from 'ra-core';
import { request, requestWithHeaders } from '../../lib/api.ts';
import { postIntent } from '../../lib/intents.ts';

export interface Resources {
  auctions: AdminAuction;
  users: AdminUser;
  orders: AdminOrder;
  approvals: Approval;
  settings: Setting;
  'audit-log': AuditLogEntry;
}
export type Resource = keyof Resources;

/** POST /admin/RESOURCE/{id}/ACTION: what moves a record on, besides editing it. */
interface Actions {
  auctions: 'cancel';
  orders: 'ship' | 'deliver';
}

/** Page, sort and filters of a list, as the server reads them (O3); an empty filter is left out. */
export function listQuery({ pagination, sort, filter }: GetListParams): URLSearchParams {
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

/** "users 0-24/319" → 319. */
export function totalOf(contentRange: string | null, otherwise: number): number {
  const total = contentRange?.match(/\/(\d+)$/)?.[1];
  return total === undefined ? otherwise : Number(total);
}

const pathOf = (resource: string, id: Identifier) => `/admin/${resource}/${encodeURIComponent(id)}`;
const post = <Reply>(path: string, body?: unknown) => request<Reply>(path, { method: 'POST', body });
const notOffered = (what: string) => () => Promise.reject(new Error(`The operators' API has no ${what}.`));

/** /api/admin as ra-core reads and writes it. Records are deleted nowhere: they are cancelled, refunded or decided. */
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
    return { data: await post(`/admin/${resource}`, data) };
  },
  async update(resource, { id, data }) {
    return { data: await request(pathOf(resource, id), { method: 'PUT', body: data }) };
  },
  getManyReference: notOffered('lists by reference'),
  updateMany: notOffered('edits of many'),
  delete: notOffered('deleting'),
  deleteMany: notOffered('deleting'),
};

/** Moves a record on. The server leaves one that is there already as it is, so that this can be repeated. */
export function act<Name extends keyof Actions>(
  resource: Name,
  id: number,
  action: Actions[Name],
  body?: { reason: string },
): Promise<Resources[Name]> {
  return post(`${pathOf(resource, id)}/${action}`, body);
}

/** O4: positive gives, negative takes. Sent under one key however often it has to be sent (P6). */
export function adjust(userId: string, body: AdjustBody): Promise<AdjustReply> {
  return postIntent(`adjust:${userId}`, `${pathOf('users', userId)}/adjust`, body);
}

/** A10: gives the price back; a large amount waits for a second operator (O3a). */
export function refundOrder(id: number, reason: string): Promise<AdminOrder | ApprovalPending> {
  return postIntent(`refund:${id}`, `${pathOf('orders', id)}/refund`, { reason });
}

/** O3a: a second operator's decision. */
export function decide(id: number, decision: 'approve' | 'reject'): Promise<Approval> {
  return postIntent(`${decision}:${id}`, `${pathOf('approvals', id)}/${decision}`);
}

/** O3a: waits for a second operator whatever the amount. */
export function fundRewards(body: FundRewardsBody): Promise<ApprovalPending> {
  return postIntent('fund-rewards', '/admin/rewards/fund', body);
}

/** S8: a player at once; an operator once a second operator has approved it (O3a). */
export function changeRole(id: string, role: AdminUser['role']): Promise<AdminUser | ApprovalPending> {
  return request(pathOf('users', id), { method: 'PUT', body: { role } });
}

/** A change that weakens the rule of two operators waits for a second one (O3a). */
export function changeSetting(id: string, value: unknown): Promise<Setting | ApprovalPending> {
  return request(pathOf('settings', id), { method: 'PUT', body: { value } });
}

/** S8a: another operator's lost factor. */
export function resetFactor(userId: string, reason: string): Promise<ApprovalPending> {
  return post(`${pathOf('users', userId)}/reset-second-factor`, { reason });
}

export function putPicture(auctionId: number, file: File): Promise<AdminAuction> {
  const form = new FormData();
  form.append('image', file);
  return post(`${pathOf('auctions', auctionId)}/image`, form);
}

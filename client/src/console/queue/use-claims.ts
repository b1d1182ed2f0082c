import type { QueueClaim } from '@copup/shared/console.ts';
import { type ClaimedQueue, claimedQueues } from '@copup/shared/queues.ts';
import { hasRight } from '@copup/shared/rights.ts';
import { useEffect, useMemo } from 'react';
import { call } from '../../lib/calls.ts';
import { useSignedInUser } from '../../lib/session.ts';
import { useRoom, useServerNow } from '../../realtime/index.ts';
import { useOwnRights } from '../may-change.tsx';
import { liveRoomOf } from '../use-live-list.ts';

/** An item that the operator only passes is not claimed. */
const SETTLED_MS = 400;
/** A claim is kept while the operator uses the page. */
const KEEP_EVERY_MS = 60_000;

/** The claims of other operators, by item. */
export type HeldItems = ReadonlyMap<number, QueueClaim>;

/** Returns what other operators decide in a queue now; live. */
export function useHeldItems(queue: ClaimedQueue): HeldItems {
  const { state } = useRoom<'list'>(liveRoomOf(queue));
  const nowMs = useServerNow(10_000);
  const { id } = useSignedInUser();
  return useMemo(() => {
    const others = state?.claims?.filter(
      ({ operator_id, until }) => operator_id !== id && Date.parse(until) > nowMs,
    );
    return new Map(others?.map((claim) => [claim.item_id, claim]));
  }, [state, id, nowMs]);
}

/** Returns whether the own role decides the items of a queue; others read them without a claim (S8). */
export function useMayDecide(queue: ClaimedQueue): boolean {
  const { data } = useOwnRights();
  return hasRight(data?.role ?? null, claimedQueues[queue].right);
}

/** Claims an item, or takes it from the operator who has it. */
export const claim = (queue: ClaimedQueue, id: number, takesOver = false) =>
  call('POST /admin/queues/:queue/claims/:id', { params: { queue, id }, body: { take_over: takesOver } });

/**
 * Claims an item while it is open to be decided, and frees it when the operator moves on. An operator who leaves the page
 * alone loses it after five minutes, and claims it again with the next key or press. Returns the claim of another operator,
 * until which the item is theirs.
 */
export function useClaim(queue: ClaimedQueue, id: number, isOpen = true): QueueClaim | undefined {
  const holder = useHeldItems(queue).get(id);
  const mayDecide = useMayDecide(queue);
  const isFree = isOpen && !holder && mayDecide;
  useEffect(() => {
    if (!isFree) return;
    let keptAtMs: number | undefined;
    const keep = () => {
      keptAtMs = Date.now();
      // Refused when another operator was faster, whom the room names.
      claim(queue, id).catch(() => undefined);
    };
    const use = () => {
      if (keptAtMs !== undefined && Date.now() - keptAtMs > KEEP_EVERY_MS) keep();
    };
    const timer = setTimeout(keep, SETTLED_MS);
    addEventListener('keydown', use);
    addEventListener('pointerdown', use);
    return () => {
      clearTimeout(timer);
      removeEventListener('keydown', use);
      removeEventListener('pointerdown', use);
      if (keptAtMs === undefined) return;
      call('DELETE /admin/queues/:queue/claims/:id', { params: { queue, id } }).catch(() => undefined);
    };
  }, [queue, id, isFree]);
  return holder;
}

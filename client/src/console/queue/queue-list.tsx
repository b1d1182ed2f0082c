import { isolate } from '@copup/shared/isolate.ts';
import type { KeyboardEvent } from 'react';
import { Avatar } from '../../ui/art/avatar.tsx';
import { Chip } from '../../ui/chip.tsx';
import { classNames } from '../../ui/class-names.ts';
import { statusWord } from '../capitalized.ts';
import { dueMsOf, type Queued, type QueueKind } from './decision.ts';
import { ageWords, dueWords, stepTo } from './queue-words.ts';
import type { HeldItems } from './use-claims.ts';
import type { Selection } from './use-selection.ts';

interface QueueListProps<Item extends Queued> {
  kind: QueueKind<Item>;
  items: readonly Item[];
  chosen: number | null;
  nowMs: number;
  /** Whether the list contains items with any status, which is then shown. */
  isMixed: boolean;
  /** The item that another operator decided while it was shown; its status is shown. */
  gone: number | undefined;
  onChoose: (id: number) => void;
  /** What other operators decide, by item. */
  held: HeldItems;
  /** For decisions on several items; undefined where there are none. */
  selection: Selection<Item> | undefined;
}

/** The items of a queue. The arrow keys move between them. */
export function QueueList<Item extends Queued>(props: QueueListProps<Item>) {
  const { kind, items, chosen, onChoose } = props;
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key] as 1 | -1 | undefined;
    if (!step) return;
    event.preventDefault();
    const id = stepTo(items, chosen, step);
    if (id === null) return;
    onChoose(id);
    event.currentTarget.querySelector<HTMLElement>(`[data-item="${id}"]`)?.focus();
  };
  return (
    <ul
      aria-label={`${kind.noun}s`}
      onKeyDown={move}
      className="grid grid-cols-[minmax(0,1fr)] content-start overflow-hidden rounded-lg border border-line bg-surface"
    >
      {items.map((item) => (
        <QueueRow key={item.id} {...props} item={item} />
      ))}
    </ul>
  );
}

function QueueRow<Item extends Queued>(props: QueueListProps<Item> & { item: Item }) {
  const { kind, item, chosen, onChoose, selection } = props;
  return (
    <li
      className={classNames(
        'flex border-b border-line last:border-0',
        item.id === chosen ? 'bg-brand-soft' : 'hover:bg-sunken',
      )}
    >
      {selection ? (
        <label className="grid w-tap shrink-0 cursor-pointer place-items-center">
          <input
            type="checkbox"
            aria-label={`Select ${isolate(item.full_name)}, ${kind.subLine(item)}`}
            checked={selection.ids.has(item.id)}
            onChange={() => selection.toggle(item.id)}
            className="size-5 accent-brand"
          />
        </label>
      ) : null}
      <button
        type="button"
        data-item={item.id}
        aria-current={item.id === chosen ? 'true' : undefined}
        onClick={() => onChoose(item.id)}
        className={classNames(
          'flex min-w-0 flex-1 items-center gap-3 py-2.5 pr-3.5 text-left',
          selection ? 'pl-1' : 'pl-3.5',
        )}
      >
        <Avatar name={item.full_name} username={item.username} size={36} />
        <span className="min-w-0 flex-1">
          <span className="block truncate text-sm font-semibold">{item.full_name}</span>
          <span className="block truncate text-xs text-ink-2">{kind.subLine(item)}</span>
        </span>
        <span className="grid shrink-0 justify-items-end text-sm">
          <span className="font-semibold">{kind.amountOf(item)}</span>
          <StatusOrAge {...props} />
        </span>
      </button>
    </li>
  );
}

function StatusOrAge<Item extends Queued>(props: QueueListProps<Item> & { item: Item }) {
  const { kind, item, nowMs, isMixed, gone, held } = props;
  const holder = held.get(item.id);
  if (holder)
    return (
      <span className="flex max-w-36 gap-1 text-xs font-semibold text-ink-2">
        <span className="truncate">{isolate(holder.username)}</span> decides
      </span>
    );
  if (isMixed || gone === item.id)
    return <Chip look={item.decided_at ? 'plain' : 'warn'}>{statusWord(item.status)}</Chip>;
  const dueMs = dueMsOf(kind, item);
  const isOverdue = dueMs !== null && dueMs < nowMs;
  return (
    <span className={classNames('text-xs', isOverdue ? 'font-semibold text-danger' : 'text-ink-2')}>
      {dueMs === null ? ageWords(Math.max(0, nowMs - Date.parse(item.created_at))) : dueWords(dueMs - nowMs)}
    </span>
  );
}

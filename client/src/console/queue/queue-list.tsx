import { isolate } from '@copup/shared/isolate.ts';
import type { KeyboardEvent } from 'react';
import { Avatar } from '../../ui/art/avatar.tsx';
import { Chip } from '../../ui/chip.tsx';
import { classNames } from '../../ui/class-names.ts';
import { statusWord } from '../status-word.ts';
import type { Queued, QueueKind } from './decision.ts';
import { ageWords, stepTo } from './queue-words.ts';

interface QueueListProps<Item extends Queued> {
  kind: QueueKind<Item>;
  label: string;
  items: readonly Item[];
  chosen: number | null;
  nowMs: number;
  /** Whether the list contains items with any status, which is then shown. */
  isMixed: boolean;
  /** The item that another operator decided while it was shown; its status is shown. */
  gone?: number | undefined;
  onChoose: (id: number) => void;
  /** The selected items, for decisions on several; undefined where there are none. */
  selected?: ReadonlySet<number> | undefined;
  onSelect?: (id: number) => void;
}

/** The items of a queue. The arrow keys move between them. */
export function QueueList<Item extends Queued>(props: QueueListProps<Item>) {
  const { kind, label, items, chosen, nowMs, isMixed, gone, onChoose, selected, onSelect } = props;
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
      aria-label={label}
      onKeyDown={move}
      className="grid grid-cols-[minmax(0,1fr)] content-start overflow-hidden rounded-lg border border-line bg-surface"
    >
      {items.map((item) => {
        const ageMs = Math.max(0, nowMs - Date.parse(item.created_at));
        return (
          <li
            key={item.id}
            className={classNames(
              'flex border-b border-line last:border-0',
              item.id === chosen ? 'bg-brand-soft' : 'hover:bg-sunken',
            )}
          >
            {selected ? (
              <label className="grid w-tap shrink-0 cursor-pointer place-items-center">
                <input
                  type="checkbox"
                  aria-label={`Select ${isolate(item.full_name)}, ${kind.subLine(item)}`}
                  checked={selected.has(item.id)}
                  onChange={() => onSelect?.(item.id)}
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
                selected ? 'pl-1' : 'pl-3.5',
              )}
            >
              <Avatar name={item.full_name} username={item.username} size={36} />
              <span className="min-w-0 flex-1">
                <span className="block truncate text-sm font-semibold">{item.full_name}</span>
                <span className="block truncate text-xs text-ink-2">{kind.subLine(item)}</span>
              </span>
              <span className="grid shrink-0 justify-items-end text-sm">
                <span className="font-semibold">{kind.amountOf(item)}</span>
                {isMixed || gone === item.id ? (
                  <Chip look={item.decided_at ? 'plain' : 'warn'}>{statusWord(item.status)}</Chip>
                ) : (
                  <span
                    className={classNames(
                      'text-xs',
                      ageMs > kind.warnAfterMs ? 'font-semibold text-warn' : 'text-ink-2',
                    )}
                  >
                    {kind.isOverdue?.(item) ? 'Overdue, ' : ''}
                    {ageWords(ageMs)}
                  </span>
                )}
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

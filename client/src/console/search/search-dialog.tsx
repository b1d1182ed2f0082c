import { Search } from 'lucide-react';
import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useNavigate } from 'react-router-dom';
import { messageOf } from '../../lib/api-error.ts';
import { Avatar } from '../../ui/art/avatar.tsx';
import { Chip } from '../../ui/chip.tsx';
import { classNames } from '../../ui/class-names.ts';
import { ItemPicture } from '../../ui/item-picture.tsx';
import { Modal } from '../../ui/modal.tsx';
import type { PaletteLine, PalettePage } from './palette.ts';
import { type FoundGroup, useSearch } from './use-search.ts';

interface SearchDialogProps {
  /** What was typed while the dialog was loading. */
  early: RefObject<string | undefined>;
  /** Pages that the palette opens. */
  pages: readonly PalettePage[];
  onClose: () => void;
}

/** One search over everything, and what can be done: type, choose with the arrow keys, open with Enter. */
export function SearchDialog({ early, pages, onClose }: SearchDialogProps) {
  const navigate = useNavigate();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState(0);
  const { groups, text, isSearching, isCurrent, error } = useSearch(typed, pages);
  const records = groups.flatMap((group) => group.records);
  const active = Math.min(chosen, records.length - 1);
  useLayoutEffect(() => {
    setTyped(early.current ?? '');
    input.current?.focus();
  }, [early]);
  useEffect(() => {
    if (active >= 0) document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [active, id]);

  const open = ({ path }: PaletteLine) => {
    onClose();
    void navigate(path);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && records.length > 0) {
      event.preventDefault();
      setChosen((active + step + records.length) % records.length);
    }
    const record = records[active];
    const needsNoRequest = record?.kind === 'page' || record?.kind === 'setting';
    const isReady = !isSearching || (isCurrent && needsNoRequest);
    if (event.key === 'Enter' && record && isReady) {
      event.preventDefault();
      open(record);
    }
  };
  const isEmpty = text !== '' && !isSearching && !error && records.length === 0;
  return (
    <Modal title="Search" onClose={onClose} isWide withHeader={false}>
      <div className="flex min-h-12 items-center gap-3 rounded-[12px] ctl-line px-3.5">
        <Search size={20} aria-hidden className="shrink-0 text-ink-2" />
        <input
          ref={input}
          type="text"
          role="combobox"
          aria-label="Find a person, auction, order, payment or id"
          aria-expanded={records.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={active >= 0 ? `${id}-${active}` : undefined}
          autoComplete="off"
          spellCheck={false}
          maxLength={120}
          placeholder="Name, reference, page, setting, or “cancel auction 1004”"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setChosen(0);
          }}
          onKeyDown={onKeyDown}
          className="min-w-0 flex-1 bg-transparent outline-none"
        />
      </div>
      <p role="status" className="min-h-6 px-1 pt-1.5 text-sm text-ink-2">
        {isEmpty ? `Nothing matches “${text}”` : ''}
        {records.length > 0 ? `${records.length} found` : ''}
        {text === '' && typed === '' ? 'Arrow keys choose, Enter opens, Esc closes' : ''}
      </p>
      <Results {...{ id, groups, records, active, isSearching, error }} onPoint={setChosen} onOpen={open} />
    </Modal>
  );
}

interface ResultsProps {
  /** Of the dialog: its list and options have ids that begin with it. */
  id: string;
  groups: readonly FoundGroup[];
  /** Of all groups. */
  records: readonly PaletteLine[];
  active: number;
  isSearching: boolean;
  error: unknown;
  onPoint: (nth: number) => void;
  onOpen: (record: PaletteLine) => void;
}

function Results(props: ResultsProps) {
  const { id, groups, records, active, isSearching, error, onPoint, onOpen } = props;
  return (
    <>
      {error ? (
        <p role="alert" className="px-1 text-sm text-danger">
          {messageOf(error, 'The search failed. Type again.')}
        </p>
      ) : null}
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label="Search results"
        aria-busy={isSearching}
        className={classNames('max-h-[60dvh] overflow-y-auto', records.length === 0 && 'hidden')}
      >
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a listbox has groups, not fieldsets
          <div key={group.kind} role="group" aria-label={group.name} className="pt-2">
            <p aria-hidden="true" className="px-2 pb-1 text-xs font-semibold text-ink-3">
              {group.name}
            </p>
            {group.records.map((record) => {
              const nth = records.indexOf(record);
              return (
                <Option
                  key={record.id}
                  id={`${id}-${nth}`}
                  record={record}
                  isActive={nth === active}
                  onPoint={() => onPoint(nth)}
                  onOpen={() => onOpen(record)}
                />
              );
            })}
          </div>
        ))}
      </div>
    </>
  );
}

interface OptionProps {
  id: string;
  record: PaletteLine;
  isActive: boolean;
  onPoint: () => void;
  onOpen: () => void;
}

function Option({ id, record, isActive, onPoint, onOpen }: OptionProps) {
  const { title, detail, realm, image, kind } = record;
  return (
    // The input keeps the focus, and opens the active option with Enter.
    // biome-ignore lint/a11y/useKeyWithClickEvents: as above
    // biome-ignore lint/a11y/useFocusableInteractive: as above
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      onPointerMove={onPoint}
      onClick={onOpen}
      className={classNames(
        'flex min-h-tap cursor-pointer items-center gap-3 rounded-[12px] px-2 py-1.5',
        isActive && 'bg-brand-soft',
      )}
    >
      {kind === 'auction' ? (
        <ItemPicture
          item={{ name: title, category: 'product', image: image ?? '' }}
          sizes="36px"
          className="size-9"
        />
      ) : null}
      {kind === 'user' ? <Avatar name={title} username={detail.split(',')[0] ?? ''} size={36} /> : null}
      <span className="min-w-0 flex-1">
        <span className="block truncate text-sm font-semibold">{title}</span>
        <span className="block truncate text-xs text-ink-2">{detail}</span>
      </span>
      {realm !== 0 && kind !== 'room' ? <Chip>Load test {realm}</Chip> : null}
    </div>
  );
}

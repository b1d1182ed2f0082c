import type { Bank } from '@copup/shared/payouts.ts';
import { Ban, Check, ChevronDown, Search } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { FieldNotes } from '../../ui/field.tsx';
import { Modal } from '../../ui/modal.tsx';
import { BankBadge } from './bank-badge.tsx';

interface BankFieldProps {
  banks: readonly Bank[];
  /** Code of the chosen bank, '' without one. */
  value: string;
  onChange: (code: string) => void;
  error: string | undefined;
}

/** A button that opens the list of banks. */
export function BankField({ banks, value, onChange, error }: BankFieldProps) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const bank = banks.find(({ code }) => code === value);
  return (
    <div>
      <p id={`${id}-label`} className="mb-1.5 text-sm font-semibold">
        Bank
      </p>
      <button
        type="button"
        name="bank"
        id={id}
        aria-haspopup="dialog"
        aria-labelledby={`${id}-label ${id}`}
        aria-describedby={error ? `${id}-error` : undefined}
        onClick={() => setIsOpen(true)}
        className={classNames(
          'flex min-h-ctl w-full items-center gap-3 rounded-md bg-surface px-3 text-left',
          error ? 'shadow-[inset_0_0_0_2px_var(--c-danger)]' : 'ctl-line',
        )}
      >
        {bank ? <BankBadge name={bank.name} /> : null}
        <span className={classNames('min-w-0 flex-1', bank ? 'font-semibold' : 'text-ink-3')}>
          {bank?.name ?? 'Choose your bank'}
        </span>
        <ChevronDown size={20} aria-hidden className="text-ink-2" />
      </button>
      <FieldNotes id={id} error={error} />
      {isOpen ? (
        <BankSheet
          banks={banks}
          chosen={value}
          onChoose={(code) => {
            onChange(code);
            setIsOpen(false);
          }}
          onClose={() => setIsOpen(false)}
        />
      ) : null}
    </div>
  );
}

interface BankSheetProps {
  banks: readonly Bank[];
  /** Code of the chosen bank. */
  chosen: string;
  onChoose: (code: string) => void;
  onClose: () => void;
}

/** A searchable list of banks. Closed ones stay listed with the reason and cannot be chosen. */
function BankSheet({ banks, chosen, onChoose, onClose }: BankSheetProps) {
  const id = useId();
  const { text, type, found, at, list, choose, move } = useBankSearch(banks, chosen, onChoose);
  const search = useRef<HTMLInputElement>(null);
  // The dialog moves the focus to its first button when it opens.
  useEffect(() => search.current?.focus(), []);
  const optionId = (bank: Bank | undefined) => bank && `${id}-${bank.code}`;
  const label = `Search ${banks.length} banks`;

  return (
    <Modal title="Choose your bank" onClose={onClose}>
      <div className="flex min-h-ctl items-center gap-2.5 rounded-md bg-surface px-3.5 shadow-[inset_0_0_0_2px_var(--c-brand),0_0_0_4px_var(--c-brand-soft)]">
        <Search size={20} aria-hidden className="text-ink-2" />
        <input
          ref={search}
          role="combobox"
          aria-label={label}
          aria-expanded="true"
          aria-autocomplete="list"
          aria-controls={`${id}-list`}
          aria-activedescendant={optionId(found[at])}
          autoComplete="off"
          placeholder={label}
          value={text}
          onChange={({ target }) => type(target.value)}
          onKeyDown={move}
          className="h-ctl min-w-0 flex-1 bg-transparent text-base outline-none"
        />
      </div>
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label="Banks"
        className="-mx-3 mt-2.5 h-[min(52dvh,26rem)] overflow-y-auto"
      >
        {found.map((bank, nth) => (
          <BankOption
            key={bank.code}
            id={optionId(bank)}
            bank={bank}
            isChosen={bank.code === chosen}
            isActive={nth === at}
            onChoose={() => choose(bank)}
          />
        ))}
      </div>
      <p role="status" className={found.length === 0 ? 'text-center text-sm text-ink-2' : 'sr-only'}>
        {found.length === 0 ? 'No bank has this name.' : `${found.length} banks`}
      </p>
    </Modal>
  );
}

/** The banks with the typed text, one of which is active. The keys of a list box move and choose. */
function useBankSearch(banks: readonly Bank[], chosen: string, onChoose: (code: string) => void) {
  const [text, setText] = useState('');
  const [active, setActive] = useState(() =>
    Math.max(
      0,
      banks.findIndex(({ code }) => code === chosen),
    ),
  );
  const list = useRef<HTMLDivElement>(null);

  const wanted = text.trim().toLowerCase();
  const found = banks.filter(({ name, code }) => name.toLowerCase().includes(wanted) || code === wanted);
  const at = Math.min(active, found.length - 1);
  useEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: 'nearest' });
  }, [at]);

  const choose = (bank: Bank | undefined) => {
    if (bank?.is_open) onChoose(bank.code);
  };
  const move = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1 };
    const to = steps[event.key];
    if (event.key === 'Enter') choose(found[at]);
    else if (to === undefined) return;
    else setActive(Math.min(Math.max(to, 0), Math.max(found.length - 1, 0)));
    event.preventDefault();
  };
  const type = (typed: string) => {
    setText(typed);
    setActive(0);
  };
  return { text, type, found, at, list, choose, move };
}

interface BankOptionProps {
  id: string | undefined;
  bank: Bank;
  isChosen: boolean;
  isActive: boolean;
  onChoose: () => void;
}

function BankOption({ id, bank: { name, note, is_open }, isChosen, isActive, onChoose }: BankOptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the search field handles the keys
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      aria-disabled={!is_open}
      onClick={onChoose}
      className={classNames(
        'flex min-h-14 items-center gap-3 rounded-[14px] px-3 py-1.5 leading-snug',
        is_open ? 'cursor-pointer' : 'text-ink-3',
        isActive && 'bg-brand-soft',
      )}
    >
      <BankBadge name={name} isClosed={!is_open} />
      <span className="min-w-0 flex-1">
        <b className="block font-semibold">{name}</b>
        {is_open ? null : (
          <span className="block text-xs">{note ?? 'This bank takes no payouts right now.'}</span>
        )}
      </span>
      {is_open ? null : <Ban size={18} aria-hidden />}
      {isChosen ? <Check size={20} aria-hidden className="text-brand" /> : null}
    </div>
  );
}

import { Search } from 'lucide-react';
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import type { PalettePage } from './palette.ts';

const SearchDialog = lazy(async () => ({ default: (await import('./search-dialog.tsx')).SearchDialog }));

/** Opens the search, also with Ctrl K, ⌘ K or a slash. */
export function SearchButton({ pages }: { pages: readonly PalettePage[] }) {
  const [isOpen, setIsOpen] = useState(false);
  /** What is typed while the dialog loads. */
  const early = useRef<string>(undefined);
  const open = useCallback(() => {
    early.current ??= '';
    setIsOpen(true);
  }, []);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isShortcut =
        (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey) ||
        (event.key === '/' && !isTyping(event.target));
      // A dialog that is open keeps the keyboard.
      if (document.querySelector('dialog[open]')) return;
      if (isShortcut) {
        event.preventDefault();
        open();
      } else if (early.current !== undefined && event.key.length === 1 && !event.ctrlKey && !event.metaKey) {
        event.preventDefault();
        early.current += event.key;
      }
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [open]);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K /"
        onClick={open}
        className="ctl-line inline-flex min-h-tap items-center gap-3 rounded-[12px] px-3 text-sm text-ink-2 lg:w-[26rem] lg:px-3.5"
      >
        <Search size={20} aria-hidden />
        <span className="sr-only lg:not-sr-only lg:flex-1 lg:text-left">Find a person, auction or order</span>
        <span aria-hidden="true" className="hidden rounded-sm bg-sunken px-1.5 text-xs lg:block">
          Ctrl K
        </span>
      </button>
      {isOpen ? (
        <Suspense fallback={null}>
          <SearchDialog
            early={early}
            pages={pages}
            onClose={() => {
              early.current = undefined;
              setIsOpen(false);
            }}
          />
        </Suspense>
      ) : null}
    </>
  );
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable="true"]');
}

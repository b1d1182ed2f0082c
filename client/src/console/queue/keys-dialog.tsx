import { useState } from 'react';
import { areShortcutsOn, setShortcuts } from '../../lib/shortcuts.ts';
import { Modal } from '../../ui/modal.tsx';

interface KeysDialogProps {
  /** What each key does. */
  keys: Readonly<Record<string, string>>;
  onClose: () => void;
}

/** The keys of a page, and whether they are on. */
export function KeysDialog({ keys, onClose }: KeysDialogProps) {
  const [areOn, setAreOn] = useState(areShortcutsOn);
  return (
    <Modal title="Keys" onClose={onClose}>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-2">
        {Object.entries(keys).map(([key, does]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="inline-grid size-8 place-items-center rounded-md border border-line bg-sunken font-semibold">
                {key.toUpperCase()}
              </kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <label className="mt-4 flex min-h-tap items-center gap-2.5">
        <input
          type="checkbox"
          checked={areOn}
          onChange={() => {
            setShortcuts(!areOn);
            setAreOn(!areOn);
          }}
          className="size-5 accent-brand"
        />
        Single-key shortcuts
      </label>
    </Modal>
  );
}

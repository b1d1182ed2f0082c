import { isolate } from '@copup/shared/isolate.ts';
import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { Button, IconButton } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { Modal } from '../ui/modal.tsx';
import { type Command, useMayChange } from './may-change.tsx';
import type { Dialog, Show } from './use-dialog.ts';

export interface RowAction {
  /** Text of the button. */
  name: string;
  /** Accessible name, which includes the row's name. */
  label: string;
  /** Look of the button. Default: plain text. */
  look?: 'line' | 'ink' | 'ghost';
  isBusy?: boolean;
  /** Whether it is in the menu also on a desktop, if the row has other actions. */
  isRare?: boolean;
  /** For an action that opens content below its row. */
  isExpanded?: boolean;
  /** What it sends: roles that may not have no button for it (S8). */
  command?: Command | undefined;
  onPress: () => void;
}

/** An action that opens a dialog. */
export const opening = (
  show: Show,
  name: string,
  label: string,
  dialog: Dialog,
  command?: Command,
): RowAction => ({
  name,
  label,
  command,
  onPress: () => show(dialog),
});

/** The action that creates a copy of a record: the form of a new one opens with the fields of this one. */
export const duplicating = (show: Show, name: string, dialog: Dialog, command: Command): RowAction => ({
  ...opening(show, 'Duplicate', `Duplicate ${isolate(name)}`, dialog, command),
  isRare: true,
});

const button = ({ name, label, look = 'ghost', isBusy = false, isExpanded, onPress }: RowAction) => (
  <Button
    key={name}
    look={look}
    size="sm"
    busy={isBusy}
    aria-label={label}
    aria-expanded={isExpanded}
    onClick={onPress}
  >
    {name}
  </Button>
);

/** The actions of a row: buttons, and a button that opens a menu of all: on phones, and for what is rarely needed. */
export function RowActions({ rowName, actions: all }: { rowName: string; actions: RowAction[] }) {
  const mayNot = useMayChange();
  const actions = all.filter(({ command }) => mayNot(command) === undefined);
  const [isOpen, setIsOpen] = useState(false);
  const buttons = actions.filter(({ isRare }) => !isRare);
  if (actions.length < 2) return <div className="flex justify-end">{actions.map(button)}</div>;
  return (
    <div className="flex items-center justify-end">
      <div
        className={classNames(
          'hidden justify-end lg:flex',
          buttons.some(({ look }) => look) && 'gap-2 py-1.5',
        )}
      >
        {buttons.map(button)}
      </div>
      <IconButton
        label={`Actions for ${isolate(rowName)}`}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
        className={buttons.length === actions.length ? 'lg:hidden' : undefined}
      >
        <Ellipsis size={20} aria-hidden />
      </IconButton>
      {isOpen ? (
        <Modal title={rowName} onClose={() => setIsOpen(false)}>
          <div className="grid gap-2.5">
            {actions.map(({ name, label, look = 'line', onPress }) => (
              <Button
                key={name}
                look={look}
                onClick={() => {
                  setIsOpen(false);
                  onPress();
                }}
              >
                {label}
              </Button>
            ))}
          </div>
        </Modal>
      ) : null}
    </div>
  );
}

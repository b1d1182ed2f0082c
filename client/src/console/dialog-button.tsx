import type { ButtonProps } from '../ui/button.tsx';
import { type Command, CommandButton, useMayChange } from './may-change.tsx';
import { useAsked } from './use-asked.ts';
import type { Dialog } from './use-dialog.ts';

interface DialogButtonProps extends ButtonProps {
  /** The name of the dialog in the address: `?do=cancel`. */
  asks: string;
  /** What the dialog sends; none if it only shows something. */
  command?: Command | undefined;
  dialog: Dialog;
}

/** A button for a dialog that the address opens too. Roles that may not send its command get neither. */
export function DialogButton({ asks, command, dialog, ...button }: DialogButtonProps) {
  const [asked, ask] = useAsked();
  const refusal = useMayChange()(command);
  return (
    <>
      <CommandButton {...button} command={command} onClick={() => ask(asks)} />
      {asked === asks && refusal === undefined ? dialog(() => ask(null)) : null}
    </>
  );
}

import { type ReactNode, useState } from 'react';

export type Dialog = (onClose: () => void) => ReactNode;
export type Show = (dialog: Dialog) => void;

/** The dialog of a page, with what was true when it was opened. */
export function useDialog(): [dialog: ReactNode, show: Show] {
  const [dialog, setDialog] = useState<ReactNode>(null);
  return [dialog, (render) => setDialog(render(() => setDialog(null)))];
}

import { type ReactNode, useState } from 'react';

/** Shows a dialog. */
export type Show = (dialog: (onClose: () => void) => ReactNode) => void;

/** The dialog of a page, with what was true when it was opened. */
export function useDialog(): [dialog: ReactNode, show: Show] {
  const [dialog, setDialog] = useState<ReactNode>(null);
  return [dialog, (render) => setDialog(render(() => setDialog(null)))];
}

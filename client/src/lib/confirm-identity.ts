import type { ConfirmMethod } from '@copup/shared/auth.ts';
import { create } from 'zustand';

/** An identity confirmation that the server requires for a request (REAUTH_NEEDED). */
interface PendingConfirmation {
  methods: readonly ConfirmMethod[];
  settle: (isConfirmed: boolean) => void;
}

/** The pending confirmation, if any; a sheet shows it. */
export const useConfirmation = create<{ pending: PendingConfirmation | null }>(() => ({ pending: null }));

let open: Promise<boolean> | null = null;
let isSheetThere = false;

/** Registers the component that shows confirmations. Returns a function that removes it. */
export function showConfirmations(): () => void {
  isSheetThere = true;
  return () => {
    isSheetThere = false;
    useConfirmation.getState().pending?.settle(false);
  };
}

const isMethods = (methods: unknown): methods is ConfirmMethod[] =>
  Array.isArray(methods) && methods.length > 0;

/** Resolves with whether the user confirmed their identity. Concurrent requests share one confirmation. */
export function confirmIdentity(methods: unknown): Promise<boolean> {
  if (!isSheetThere || !isMethods(methods)) return Promise.resolve(false);
  open ??= new Promise<boolean>((resolve) => {
    useConfirmation.setState({
      pending: {
        methods,
        settle: (isConfirmed) => {
          open = null;
          useConfirmation.setState({ pending: null });
          resolve(isConfirmed);
        },
      },
    });
  });
  return open;
}

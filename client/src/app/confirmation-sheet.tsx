import { ConfirmSheet } from '../features/confirm-identity/confirm-sheet.tsx';
import { GoogleButton } from '../features/sign-in/google-button.tsx';
import { usePublicConfig } from '../features/sign-in/use-public-config.ts';
import { useSession } from '../lib/session.ts';
import { operator } from './guards.tsx';

/** In the look of the console for operators, who use nothing else. */
export function ConfirmationSheet() {
  const role = useSession(({ user }) => user?.role);
  const { config } = usePublicConfig();
  const clientId = config.google_client_id;
  return (
    <ConfirmSheet
      theme={role === operator ? 'dark' : undefined}
      google={(onCredential) =>
        clientId ? <GoogleButton clientId={clientId} onCredential={onCredential} /> : null
      }
    />
  );
}

import { operator } from '../../lib/home.ts';
import { useSession } from '../../lib/session.ts';
import { ConfirmSheet } from './confirm-sheet.tsx';
import { GoogleButton } from './google-button.tsx';
import { usePublicConfig } from './use-public-config.ts';

/** Shows the sheet; for operators in the console's theme. */
export function Part() {
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

import type { SignedIn, SignedInUser } from '@copup/shared/auth.ts';
import { create } from 'zustand';
import { readStored, readStoredJson, removeStored, writeStored } from './stored.ts';

interface Session {
  token: string | null;
  user: SignedInUser | null;
  /** A sentence for the sign-in page, why the session is over. */
  notice: string | null;
}

/** Who is signed in here. Kept in local storage under `token` and `user`, as the specification names them. */
export const useSession = create<Session>(() => ({ ...readSession(), notice: null }));

function isUser(value: unknown): value is SignedInUser {
  return (
    typeof value === 'object' && value !== null && 'id' in value && 'username' in value && 'role' in value
  );
}

function readSession(): Pick<Session, 'token' | 'user'> {
  const token = readStored('token');
  const user = readStoredJson('user', isUser);
  return token && user ? { token, user } : { token: null, user: null };
}

export function keepSession({ token, user }: Pick<SignedIn, 'token' | 'user'>): void {
  writeStored('token', token);
  writeStored('user', JSON.stringify(user));
  useSession.setState({ token, user, notice: null });
}

/** After a renewal: the same session under a newer token. */
export function keepToken(token: string): void {
  writeStored('token', token);
  useSession.setState({ token });
}

export function forgetSession(notice: string | null = null): void {
  removeStored('token');
  removeStored('user');
  useSession.setState({ token: null, user: null, notice });
}

/** Another tab signed in or out: this one follows. Returns the way to stop listening. */
export function followOtherTabs(): () => void {
  const follow = (event: StorageEvent) => {
    if (event.key === null || event.key === 'token' || event.key === 'user') {
      useSession.setState({ ...readSession(), notice: null });
    }
  };
  addEventListener('storage', follow);
  return () => removeEventListener('storage', follow);
}

/** The user of a screen behind the sign-in guard. */
export function useSignedInUser(): SignedInUser {
  const user = useSession((session) => session.user);
  if (!user) throw new Error('This screen needs somebody signed in');
  return user;
}

import type { RenewReply, SignedIn, SignedInUser } from '@copup/shared/auth.ts';
import { create } from 'zustand';
import { readStored, readStoredJson, removeStored, writeStored } from './stored.ts';
import { isTokenTimes, type TokenTimes, timesOf } from './token-times.ts';

interface Session {
  token: string | null;
  /** Null where an earlier version of the app stored the token. */
  times: TokenTimes | null;
  user: SignedInUser | null;
  /** A sentence for the sign-in page, why the session is over. */
  notice: string | null;
}

const storedTimes = 'token_times';

/** Who is signed in here. Kept in local storage under `token` and `user`, as the specification names them. */
export const useSession = create<Session>(() => ({ ...readSession(), notice: null }));

function isUser(value: unknown): value is SignedInUser {
  return (
    typeof value === 'object' && value !== null && 'id' in value && 'username' in value && 'role' in value
  );
}

function readSession(): Pick<Session, 'token' | 'times' | 'user'> {
  const token = readStored('token');
  const user = readStoredJson('user', isUser);
  if (!token || !user) return { token: null, times: null, user: null };
  return { token, times: readStoredJson(storedTimes, isTokenTimes), user };
}

/** The times first: a tab that is told of the token reads those that belong to it. */
function storeToken(token: string, times: TokenTimes): void {
  writeStored(storedTimes, JSON.stringify(times));
  writeStored('token', token);
}

export function keepSession(signedIn: Omit<SignedIn, 'message'>): void {
  const { token, user } = signedIn;
  const times = timesOf(signedIn, Date.now());
  storeToken(token, times);
  writeStored('user', JSON.stringify(user));
  useSession.setState({ token, times, user, notice: null });
}

/** After a renewal: the same session under a newer token. */
export function keepToken(renewed: RenewReply): void {
  const { token } = renewed;
  const times = timesOf(renewed, Date.now(), useSession.getState().times);
  storeToken(token, times);
  useSession.setState({ token, times });
}

/** Takes over what another tab has stored and this one was not told of yet. */
export function followStored(): void {
  const stored = readSession();
  if (stored.token !== useSession.getState().token) useSession.setState({ ...stored, notice: null });
}

export function forgetSession(notice: string | null = null): void {
  for (const key of ['token', storedTimes, 'user']) removeStored(key);
  useSession.setState({ token: null, times: null, user: null, notice });
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

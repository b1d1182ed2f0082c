import type { RenewReply, SignedIn, SignedInUser } from '@copup/shared/auth.ts';
import { create } from 'zustand';
import { readStored, readStoredJson, removeStored, writeStored } from './stored.ts';
import { tellWorker } from './tell-worker.ts';
import { isTokenTimes, type TokenTimes, timesOf } from './token-times.ts';

interface Session {
  token: string | null;
  /** Null if an earlier version of the app stored the token. */
  times: TokenTimes | null;
  user: SignedInUser | null;
  /** A sentence for the sign-in page about the end of the session. */
  notice: string | null;
  /** X10: the user of the last session, who alone may return to the page on which it ended. */
  lastUserId: string | null;
  /** Whether the user ended the last session, so that not even this user returns to its page. */
  hasLeft: boolean;
}

const storedTimes = 'token_times';

/** The session of this browser, in local storage under `token` and `user`, as the specification prescribes. */
export const useSession = create<Session>(() => ({
  ...readSession(),
  notice: null,
  lastUserId: null,
  hasLeft: false,
}));

function isUser(value: unknown): value is SignedInUser {
  return (
    typeof value === 'object' && value !== null && 'id' in value && 'username' in value && 'role' in value
  );
}

/** Reads the stored session; all parts are null unless token and user are both stored. */
function readSession(): Pick<Session, 'token' | 'times' | 'user'> {
  const token = readStored('token');
  const user = readStoredJson('user', isUser);
  if (!token || !user) return { token: null, times: null, user: null };
  return { token, times: readStoredJson(storedTimes, isTokenTimes), user };
}

/** Stores the times before the token, so that other tabs, which react to the token, read the matching times. */
function storeToken(token: string, times: TokenTimes): void {
  writeStored(storedTimes, JSON.stringify(times));
  writeStored('token', token);
}

export function keepSession(signedIn: Omit<SignedIn, 'message'>): void {
  const { token, user } = signedIn;
  const times = timesOf(signedIn, Date.now());
  storeToken(token, times);
  writeStored('user', JSON.stringify(user));
  useSession.setState({ token, times, user, notice: null, lastUserId: null, hasLeft: false });
}

/** Stores new names or a new picture of the signed-in user, also for other tabs. */
export function keepUser({ id, username, full_name, email, profile, role }: SignedInUser): void {
  const known = useSession.getState().user;
  const user = { id, username, full_name, email, profile, role };
  if (known?.id !== id || JSON.stringify(known) === JSON.stringify(user)) return;
  writeStored('user', JSON.stringify(user));
  useSession.setState({ user });
}

/** Stores the renewed token of the same session. */
export function keepToken(renewed: RenewReply): void {
  const { token } = renewed;
  const times = timesOf(renewed, Date.now(), useSession.getState().times);
  storeToken(token, times);
  useSession.setState({ token, times });
}

/** Reads the session that another tab may have stored. */
export function followStored(): void {
  const stored = readSession();
  if (stored.token !== useSession.getState().token) follow(stored);
}

function follow(stored: ReturnType<typeof readSession>): void {
  useSession.setState(({ user, lastUserId }) => ({
    ...stored,
    notice: null,
    lastUserId: user?.id ?? lastUserId,
    hasLeft: false,
  }));
}

/**
 * After the session ended by itself or by the server. Another session that another tab has stored meanwhile is kept and
 * followed; one that leaves also ends the renewed token of the same user.
 */
export function forgetSession(notice: string | null = null, { hasLeft = false } = {}): void {
  const stored = readSession();
  const own = useSession.getState();
  const isOwn = stored.token === own.token || (hasLeft && stored.user?.id === own.user?.id);
  if (stored.token !== null && !isOwn) {
    follow(stored);
    return;
  }
  for (const key of ['token', storedTimes, 'user']) removeStored(key);
  if (stored.token !== null) tellWorker({ hasLeft: true });
  const none = { token: null, times: null, user: null };
  useSession.setState(({ user, lastUserId }) => ({
    ...none,
    notice,
    lastUserId: user?.id ?? lastUserId,
    hasLeft,
  }));
}

/** At the user's wish. */
export const leaveSession = (notice: string | null = null) => forgetSession(notice, { hasLeft: true });

/**
 * Follows sign-ins and sign-outs in other tabs, and those that a page missed while the browser kept it for Back. Returns a
 * function that stops it.
 */
export function followOtherTabs(): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === null || event.key === 'token' || event.key === 'user') {
      follow(readSession());
    }
  };
  const onShow = ({ persisted }: PageTransitionEvent) => persisted && followStored();
  addEventListener('storage', onStorage);
  addEventListener('pageshow', onShow);
  return () => {
    removeEventListener('storage', onStorage);
    removeEventListener('pageshow', onShow);
  };
}

/** Returns the user on a screen behind the sign-in guard. */
export function useSignedInUser(): SignedInUser {
  const user = useSession((session) => session.user);
  if (!user) throw new Error('This screen requires a signed-in user');
  return user;
}

import type { WalletOwner } from '@copup/shared/sends.ts';
import { useQuery } from '@tanstack/react-query';
import { ApiError, messageOf } from '../../lib/api-error.ts';
import { useSignedInUser } from '../../lib/session.ts';
import type { Recipient } from '../../ui/recipient-card.tsx';
import { findOwner, readProfile } from './api.ts';

/** The form of an address; only the server checks the check digits. Lookups are limited, so others are not sent (W10). */
const addressForm = /^cp1[02-9ac-hj-np-z]{38}$/;
const addressLength = 41;

/** Returns an address as typed, pasted or scanned, in its usual form. */
export const normalizeAddress = (typed: string) => typed.replace(/\s/g, '').toLowerCase();

/** Looks up who an address belongs to. Null while the address is incomplete. */
export function useRecipient(address: string): {
  recipient: Recipient | null;
  owner: WalletOwner | undefined;
} {
  const { id } = useSignedInUser();
  const { data: profile } = useQuery({
    queryKey: ['profile', id],
    queryFn: ({ signal }) => readProfile(signal),
  });
  const isOwn = profile?.wallet_address === address;
  const isComplete = addressForm.test(address);
  const { data: owner, error } = useQuery({
    queryKey: ['wallet-owner', address],
    queryFn: ({ signal }) => findOwner(address, signal),
    enabled: isComplete && profile !== undefined && !isOwn,
    staleTime: 60_000,
    retry: false,
  });
  return { recipient: stateOf(), owner: isOwn ? undefined : owner };

  function stateOf(): Recipient | null {
    if (isOwn) return { state: 'self' };
    if (!isComplete) return address.length >= addressLength ? { state: 'mistyped' } : null;
    if (owner)
      return { state: 'found', name: owner.full_name, handle: owner.username, picture: owner.profile };
    if (!error) return { state: 'looking-up' };
    const code = error instanceof ApiError ? error.code : undefined;
    if (code === 'WALLET_NOT_FOUND') return { state: 'not-found' };
    if (code === 'BAD_WALLET_ADDRESS') return { state: 'mistyped' };
    return { state: 'failed', message: messageOf(error, 'An error occurred') };
  }
}

import { Username } from '@copup/shared/auth.ts';
import type { RecentRecipient, SendBody, SendReceipt, WalletOwner } from '@copup/shared/sends.ts';
import { parseWalletAddress } from '../../accounts/identifiers.ts';
import { maskName } from '../../accounts/mask-name.ts';
import { assertKey, hashInput } from '../../db/with-stored-reply.ts';
import type { Deps } from '../../deps.ts';
import { verifyPin } from '../../pins/pins.ts';
import type { Viewer } from '../../sessions/sessions.ts';
import type { defineSendLane } from './send-lane.ts';
import { badWalletAddress, ownAddress, playerNotFound, walletNotFound } from './sends.errors.ts';
import { findRecipient, listLastRecipients, type RecipientFacts } from './sends.queries.ts';

export type SendDeps = Pick<Deps, 'db' | 'config' | 'passwords' | 'settings' | 'newId'> & {
  sends: ReturnType<typeof defineSendLane>;
};

export interface SendRequest {
  viewer: Pick<Viewer, 'userId' | 'realm'>;
  body: SendBody;
  /** The Idempotency-Key (P6). */
  key: string | undefined;
  /** The client's network prefix. */
  network: string;
}

/** Sends coins to a wallet address after the PIN was checked (W1). Resolves with the receipt once it is committed. */
export async function sendCoins(
  deps: SendDeps,
  { viewer, body, key, network }: SendRequest,
): Promise<SendReceipt> {
  if (key !== undefined) assertKey(key);
  // The lane refuses a deleted account, after it has looked for the first reply to the key.
  const recipient = await requireOwner(deps, viewer, body.recipientWallet);
  if (recipient.id === viewer.userId) throw ownAddress();
  await verifyPin(deps, { userId: viewer.userId, pin: body.pin ?? undefined, network });
  return deps.sends.send(commandOf(deps, viewer, recipient, { amount: body.amount, key }));
}

/** Builds the command of a send whose PIN was checked. */
export function commandOf(
  { newId }: Pick<Deps, 'newId'>,
  { userId, realm }: Pick<Viewer, 'userId' | 'realm'>,
  recipient: Pick<RecipientFacts, 'id' | 'walletAddress'>,
  { amount, key }: { amount: number; key: string | undefined },
) {
  return {
    id: newId(),
    realm,
    senderId: userId,
    recipientId: recipient.id,
    amount,
    key,
    // Without the PIN: a stored hash of it could be reversed by trying all of them.
    inputHash: hashInput({ recipientWallet: recipient.walletAddress, amount }),
  };
}

/**
 * Finds who an address or a whole username belongs to, with a masked name; deleted accounts count as unknown (W10, W21).
 * Sends take the address only: a username may pass to another player between the lookup and the PIN.
 */
export async function findWalletOwner(
  deps: Pick<Deps, 'db'>,
  viewer: Pick<Viewer, 'realm'>,
  typed: string,
): Promise<WalletOwner> {
  const isName = Username.safeParse(typed).success;
  const owner = isName
    ? await findRecipient(deps.db, 'username', typed, viewer.realm)
    : await requireOwner(deps, viewer, typed);
  if (!owner || owner.isDeleted) throw isName ? playerNotFound(typed) : walletNotFound();
  return toOwner(owner);
}

/** Lists the last people the user sent coins to, as a lookup shows them. */
export async function listRecentRecipients(
  { db }: Pick<Deps, 'db'>,
  { userId }: Pick<Viewer, 'userId'>,
): Promise<{ items: RecentRecipient[] }> {
  const last = await listLastRecipients(db, userId);
  return {
    items: last.map(({ lastSentAt, ...facts }) => ({
      ...toOwner(facts),
      last_sent_at: lastSentAt.toISOString(),
    })),
  };
}

const toOwner = ({ username, fullName, profile, walletAddress }: RecipientFacts): WalletOwner => ({
  wallet_address: walletAddress,
  username,
  full_name: maskName(fullName),
  profile,
});

async function requireOwner(
  { db }: Pick<Deps, 'db'>,
  { realm }: Pick<Viewer, 'realm'>,
  typed: string,
): Promise<RecipientFacts> {
  const address = parseWalletAddress(typed);
  if (address === undefined) throw badWalletAddress();
  const owner = await findRecipient(db, 'wallet_address', address, realm);
  if (!owner) throw walletNotFound();
  return owner;
}

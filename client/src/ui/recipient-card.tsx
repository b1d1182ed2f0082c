import type { WalletOwner } from '@copup/shared/sends.ts';
import type { ReactNode } from 'react';
import { Avatar } from './art/avatar.tsx';
import { classNames } from './class-names.ts';

interface RecipientCardProps {
  owner: Omit<WalletOwner, 'wallet_address'>;
  /** In place of the username and the masked name. */
  title?: string;
  note?: string;
  className?: string;
  /** At the right. */
  children?: ReactNode;
}

/** A player to whom coins can be sent. */
export function RecipientCard({ owner, title, note, className, children }: RecipientCardProps) {
  const { username, full_name: name, profile } = owner;
  return (
    <span className={classNames('flex min-h-17 items-center gap-3 rounded-[16px] px-3.5 py-2.5', className)}>
      <Avatar name={name} username={username} picture={profile} size={48} />
      <span className="min-w-0 flex-1 leading-tight">
        <span className="line-clamp-2 font-semibold wrap-anywhere">{title ?? `@${username}`}</span>
        <span className="line-clamp-2 text-sm text-ink-2">{note ?? name}</span>
      </span>
      {children}
    </span>
  );
}

import { paths } from '@copup/shared/page-paths.ts';
import type { WalletOwner } from '@copup/shared/sends.ts';
import { useMutation } from '@tanstack/react-query';
import {
  ChevronRight,
  ClipboardPaste,
  Image,
  type LucideIcon,
  ScanQrCode,
  Search,
  ShieldCheck,
  UserPlus,
  X,
} from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { messageOf } from '../../lib/api-error.ts';
import { useSignedInUser } from '../../lib/session.ts';
import { useIsOnline } from '../../lib/use-online.ts';
import { OfflineNote } from '../../parts/form-parts.tsx';
import { usePicture } from '../../parts/read-code.tsx';
import { IconButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.ts';
import { findOwner } from './api.ts';
import { Recents } from './recents.tsx';
import { addressIn, isAddress, recipientIn } from './recipient-in.ts';
import { SendDock } from './send-dock.tsx';

interface RecipientStepProps {
  /** What a link or a code named. */
  start: string;
  onFound: (owner: WalletOwner) => void;
  onScan: () => void;
}

/** W21: one field for a username, an address or a code. Only people the user sent to are suggested. */
export function RecipientStep({ start, onFound, onScan }: RecipientStepProps) {
  const { form, typed, type, submit, error, isBusy, isOnline } = useLookup(start, onFound);
  const picture = usePicture({ find: addressIn, onFound: type });
  return (
    <form
      ref={form}
      onSubmit={submit}
      noValidate
      aria-label="Recipient"
      className="grid max-w-[620px] grid-cols-[minmax(0,1fr)] gap-4 pb-24 lg:pb-0"
    >
      <Field
        label="Wallet Address"
        name="recipientWallet"
        value={typed}
        onChange={(event) => type(event.target.value)}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="go"
        required
        placeholder="Username or cp1…"
        icon={<Search size={20} aria-hidden />}
        error={error}
        hint={error ? undefined : 'A username works too, or a QR code.'}
        action={<FieldButton typed={typed} onType={type} />}
      />
      <OfflineNote>No coins can be moved.</OfflineNote>
      <Recents typed={typed} isMissing={error !== undefined} onChoose={onFound} />
      <Card className="divide-y divide-line overflow-hidden">
        <Way Icon={ScanQrCode} onClick={onScan} text={error ? 'Scan their QR code' : 'Scan a QR code'} />
        <Way Icon={Image} onClick={picture.open} text="Read a QR code from a picture" />
        {error ? <Way Icon={UserPlus} to={paths.invites} text="Invite them to Copup" /> : null}
      </Card>
      {picture.field}
      <p className="flex gap-2 text-sm text-ink-2">
        <ShieldCheck size={20} aria-hidden className="shrink-0 text-ok" />
        You see the name before anything moves. Sent coins can’t be called back.
      </p>
      <SendDock isOnline={isOnline} isBusy={isBusy} />
    </form>
  );
}

/** What is typed, and the lookup of whom it names: a whole address at once, a username on Continue (W10 limits lookups). */
function useLookup(start: string, onFound: (owner: WalletOwner) => void) {
  const { username } = useSignedInUser();
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  const isOnline = useIsOnline();
  const looking = useMutation({ mutationFn: findOwner });
  const refuse = (text: string) => {
    setError(text);
    form.current?.querySelector('input')?.focus();
  };
  const look = (text: string) => {
    looking.mutate(text, {
      onSuccess: (owner) =>
        owner.username === username
          ? refuse('That’s you. You can’t send coins to yourself.')
          : onFound(owner),
      onError: (failure) => refuse(messageOf(failure, 'An error occurred')),
    });
  };
  const type = (text: string) => {
    const next = recipientIn(text);
    setTyped(next);
    setError(undefined);
    looking.reset();
    if (isAddress(next)) look(next);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what a link or a code named starts a lookup
  useEffect(() => {
    if (start) type(start);
  }, [start]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (looking.isPending || !isOnline) return;
    if (isAddress(typed) || /^\w{3,20}$/.test(typed)) return look(typed);
    refuse(
      typed.length > 20
        ? 'This is not a wallet address. Check it for typing errors.'
        : 'Enter the username or the wallet address of another player',
    );
  };
  return { form, typed, type, submit, error, isBusy: looking.isPending, isOnline };
}

interface WayProps {
  Icon: LucideIcon;
  text: string;
  to?: string;
  onClick?: () => void;
}

/** Another way to name the recipient. */
function Way({ Icon, text, to, onClick }: WayProps) {
  const look = 'flex min-h-14 w-full items-center gap-4 px-4 text-left font-semibold hover:bg-sunken';
  const line = (
    <>
      <Icon size={20} aria-hidden className="text-ink-2" />
      <span className="flex-1">{text}</span>
      <ChevronRight size={18} aria-hidden className="text-ink-2" />
    </>
  );
  return to ? (
    <Link to={to} className={look}>
      {line}
    </Link>
  ) : (
    <button type="button" onClick={onClick} className={look}>
      {line}
    </button>
  );
}

/** Pastes into the empty field, and empties it. */
function FieldButton({ typed, onType }: { typed: string; onType: (text: string) => void }) {
  if (typed === '' && !navigator.clipboard?.readText) return null;
  const paste = () =>
    navigator.clipboard.readText().then(onType, () => toast.error('Paste the address into the field.'));
  return (
    <IconButton label={typed ? 'Clear' : 'Paste'} onClick={() => void (typed ? onType('') : paste())}>
      {typed ? <X size={20} aria-hidden /> : <ClipboardPaste size={20} aria-hidden />}
    </IconButton>
  );
}

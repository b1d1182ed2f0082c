import { amountOf, lagosMoment, meaningOf, purposeOf, statusNames } from '@copup/shared/receipt-words.ts';
import type { ReceiptContent, ReceiptStatus } from '@copup/shared/sealed-receipt.ts';
import {
  BookOpen,
  Check,
  CircleCheck,
  CircleHelp,
  CircleX,
  FileCheck,
  Hourglass,
  type LucideIcon,
  Undo2,
  X,
} from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Chip, type ChipLook } from '../../ui/chip.tsx';
import { Note } from '../../ui/note.tsx';
import { Rows } from '../../ui/rows.tsx';
import { useFollowed } from './use-followed.ts';
import type { Verdict } from './verify-receipt.ts';

/** A real receipt of what is not final must not look like one that is. */
const titles: Readonly<Record<'altered' | 'unproved' | ReceiptStatus, string>> = {
  altered: 'Don’t trust this one',
  unproved: 'Not proved yet',
  final: 'This receipt is real',
  pending: 'Real, but not final yet',
  reversed: 'Real, but taken back',
};
const unsure = 'border-coin text-coin';
const marks: Readonly<Record<keyof typeof titles, readonly [LucideIcon, string]>> = {
  altered: [X, 'border-[#ffd9df] text-[#ffd9df]'],
  unproved: [CircleHelp, unsure],
  final: [Check, 'border-win text-win'],
  pending: [Hourglass, unsure],
  reversed: [Undo2, unsure],
};
const chips: Readonly<Record<ReceiptStatus, ChipLook>> = { final: 'ok', pending: 'warn', reversed: 'plain' };

interface VerdictViewProps {
  verdict: Verdict;
  /** The status in our books is another one now. */
  onChange: () => void;
  onAnother: () => void;
}

export function VerdictView({ verdict, onChange, onAnother }: VerdictViewProps) {
  const { outcome, books, shown, code } = verdict;
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new verdict takes the focus
  useEffect(() => heading.current?.focus(), [verdict]);
  useFollowed(books, onChange);
  const isBad = outcome === 'altered';
  const content = isBad || outcome === 'unproved' ? undefined : (books ?? shown);
  const title = content?.status ?? (isBad ? 'altered' : 'unproved');
  const [Icon, look] = marks[title];
  return (
    <>
      <section
        className={`stage adire grid justify-items-center gap-3 rounded-[26px] p-6 text-center ${isBad ? 'bg-[#6a0f20]' : ''}`}
      >
        <span className={`grid size-24 place-items-center rounded-full border-6 bg-black/25 ${look}`}>
          <Icon size={48} strokeWidth={3} aria-hidden />
        </span>
        <h1 ref={heading} tabIndex={-1} className="text-2xl outline-none">
          {titles[title]}
        </h1>
        <p className={`max-w-80 ${isBad ? 'text-[#ffd9df]' : 'text-on-stage-2'}`}>{textOf(verdict)}</p>
      </section>
      {isBad ? <Differences verdict={verdict} /> : null}
      {content ? <Content content={content} isMine={books?.is_mine} /> : null}
      {isBad ? (
        <Note look="info" title="What you can do">
          Ask for the link of the receipt and open it yourself. A real receipt opens on any phone, without an
          account.
        </Note>
      ) : (
        <Checks verdict={verdict} />
      )}
      <Button look="ink" onClick={onAnother}>
        Check another
      </Button>
      {books ? (
        <a href={`/r/${code}`} className="min-h-tap p-2.5 text-center font-semibold text-brand">
          Open the receipt’s page
        </a>
      ) : null}
    </>
  );
}

function textOf({ outcome, books, shown, reason }: Verdict): string {
  if (outcome === 'altered')
    return (books ?? shown)
      ? 'It was changed, or is not from Copup. Hand nothing over.'
      : 'Our books have no such receipt. Hand nothing over.';
  if (books) return meaningOf(books, books.status_at);
  if (outcome === 'signed' && shown)
    return `Signed by Copup. True at ${lagosMoment(shown.read)}; later reversals unknown. ${reason ?? 'Our books can be read when you are online.'}`;
  return reason ?? 'This device can’t check it offline. Try again when you are online.';
}

/** W22: whether it was sent to the viewer stands above the amount, since a real receipt may be of another transfer. */
function Content({ content, isMine }: { content: ReceiptContent; isMine: boolean | null | undefined }) {
  const { status, from, to, at } = content;
  return (
    <Card className="grid gap-1 p-5">
      <span>
        <Chip look={chips[status]}>{statusNames[status]}</Chip>
      </span>
      <p
        className={
          isMine ? 'font-bold text-ok' : isMine === false ? 'font-bold text-danger' : 'text-sm text-ink-2'
        }
      >
        {isMine
          ? 'You received this.'
          : isMine === false
            ? 'This was not sent to you.'
            : 'Was this meant for you? Check your own balance.'}
      </p>
      <p className="font-display text-3xl font-bold">
        {status === 'reversed' ? <del className="text-ink-2">{amountOf(content)}</del> : amountOf(content)}
      </p>
      <p className="text-ink-2">{purposeOf(content)}</p>
      <Rows
        isPlain
        rows={[
          ['From', from],
          ['To', to],
          ['Time in Lagos', lagosMoment(at)],
        ]}
      />
    </Card>
  );
}

function Checks({ verdict: { isSigned, verifier, books } }: { verdict: Verdict }) {
  return (
    <Card className="divide-y divide-line">
      <CheckRow name="Signature" Icon={FileCheck} isGood={isSigned === true}>
        {isSigned
          ? `Matches a key of Copup, checked ${verifier === 'here' ? 'on this phone' : 'by our server: this browser can’t'}`
          : 'A typed code has none, and this phone could not check one'}
      </CheckRow>
      <CheckRow name="Books" Icon={BookOpen} isGood={books !== undefined}>
        {books ? 'Equal, followed while this page is open' : 'Not read'}
      </CheckRow>
    </Card>
  );
}

interface CheckRowProps {
  name: string;
  Icon: LucideIcon;
  isGood: boolean;
  children: ReactNode;
}

function CheckRow({ name, Icon, isGood, children }: CheckRowProps) {
  const Mark = isGood ? CircleCheck : CircleHelp;
  return (
    <div className="flex items-center gap-3.5 px-4 py-3">
      <Icon size={20} aria-hidden className="shrink-0 text-ink-2" />
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{name}</p>
        <p className="text-sm text-ink-2">{children}</p>
      </div>
      <Mark
        size={20}
        aria-label={isGood ? 'Good' : 'Not checked'}
        className={isGood ? 'shrink-0 text-ok' : 'shrink-0 text-ink-3'}
      />
    </div>
  );
}

const fields: readonly [name: string, keys: readonly string[], read: (content: ReceiptContent) => string][] =
  [
    ['Amount', ['coins', 'kobo'], (content) => amountOf(content)],
    ['For', ['kind', 'what'], (content) => purposeOf(content)],
    ['From', ['from'], ({ from }) => from],
    ['To', ['to'], ({ to }) => to],
    ['Time', ['at'], ({ at }) => lagosMoment(at)],
    ['Code', ['code'], ({ code }) => code],
  ];

/** What was shown beside what our books have. */
function Differences({ verdict: { shown, books, differences, isSigned } }: { verdict: Verdict }) {
  if (!books) return null;
  const rows = fields.filter(([, keys]) => keys.some((key) => differences.includes(key)));
  const cell = 'px-3 py-3 text-left align-top wrap-anywhere';
  const wrong = `${cell} bg-danger-soft font-semibold text-danger`;
  return (
    <Card className="overflow-hidden">
      <table className="w-full text-sm [&_tr+tr]:border-t [&_tr+tr]:border-line">
        <caption className="sr-only">What was changed</caption>
        <tbody>
          <tr>
            <td className={cell} />
            <th scope="col" className={cell}>
              You were shown
            </th>
            <th scope="col" className={cell}>
              Our books
            </th>
          </tr>
          {shown
            ? rows.map(([name, , read]) => (
                <tr key={name}>
                  <th scope="row" className={`${cell} font-normal text-ink-2`}>
                    {name}
                  </th>
                  <td className={wrong}>
                    <del>{read(shown)}</del>
                    <CircleX size={16} aria-label="wrong" className="ml-1 inline" />
                  </td>
                  <td className={`${cell} font-semibold`}>{read(books)}</td>
                </tr>
              ))
            : null}
          <tr>
            <th scope="row" className={`${cell} font-normal text-ink-2`}>
              Signature
            </th>
            <td className={isSigned ? `${cell} font-semibold` : wrong}>
              {isSigned ? 'matches' : 'does not match'}
            </td>
            <td className={`${cell} font-semibold`}>ours</td>
          </tr>
        </tbody>
      </table>
    </Card>
  );
}

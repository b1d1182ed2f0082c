import { inCoins } from '@copup/shared/coins.ts';
import { isolate } from '@copup/shared/isolate.ts';
import { operatorPath, operatorPaths } from '@copup/shared/page-paths.ts';
import { recordPath } from '@copup/shared/record-paths.ts';
import { Maximize, RotateCw, ZoomIn, ZoomOut } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { Avatar } from '../../ui/art/avatar.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Note } from '../../ui/note.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { capitalized } from '../capitalized.ts';
import { ItemFacts } from '../items/item-page.tsx';
import { useIsReadingConsequences } from '../items/use-consequences.ts';
import { showMoment } from '../local-time.ts';
import { ClaimNote } from './claim-note.tsx';
import { lookOf, type Queued, type QueueKind } from './decision.ts';
import { DecisionForm, itemName } from './decision-form.tsx';
import { historyWords } from './queue-words.ts';
import { TurnedPicture, usePicture } from './turned-picture.tsx';
import { useClaim } from './use-claims.ts';

interface ItemProps<Item extends Queued> {
  kind: QueueKind<Item>;
  item: Item;
}

interface ItemPanelProps<Item extends Queued> extends ItemProps<Item> {
  onDone: () => void;
  onConflict: () => void;
  onNext: () => void;
  /** Opens the picture over the page. */
  onView: () => void;
}

/** One item: the person, the facts, the picture, and the decisions that are possible. */
export function ItemPanel<Item extends Queued>(props: ItemPanelProps<Item>) {
  const { kind, item, onDone, onConflict, onNext, onView } = props;
  const [isBusy, setBusy] = useState(false);
  const isReading = useIsReadingConsequences(kind.noun, item.id);
  const decisions = kind.decisions(item);
  const { approval_id: approval = null } = item;
  const holder = useClaim(kind.resource, item.id, decisions.length > 0);
  const picture = kind.pictureOf?.(item);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4 xl:grid-cols-[minmax(0,1fr)_20rem]">
      <section
        aria-label={itemName(kind, item)}
        className="grid grid-cols-[minmax(0,1fr)] content-start gap-3.5 rounded-lg border border-line bg-surface p-4"
      >
        <PanelHead kind={kind} item={item} />
        {picture ? (
          <PictureViewer path={picture} name={`Screenshot of ${isolate(item.full_name)}`} onView={onView} />
        ) : null}
        {picture === null ? <Note look="info" title="The picture was erased" /> : null}
        {kind.warnings?.(item).map((warning) => (
          <Note key={warning} look="warn" title={warning} />
        ))}
        <PanelFacts kind={kind} item={item} />
      </section>
      {/* The forms move when their consequences arrive: a click would miss, or hit another decision. */}
      <div
        className={classNames(
          'grid grid-cols-[minmax(0,1fr)] content-start gap-3.5',
          isReading && 'pointer-events-none',
        )}
      >
        <Decided item={item} />
        <ClaimNote queue={kind.resource} holder={holder} />
        {approval === null ? null : (
          <Note look="info" role="status" title="Waits for a second operator">
            <Link to={operatorPath(operatorPaths.approvals)} className="font-semibold text-brand">
              Approval {approval}
            </Link>
          </Note>
        )}
        {decisions
          // What else arrived withdraws the approval that was requested.
          .filter((each) => approval === null || lookOf(each) === 'danger' || each.action === 'record')
          .map((decision) => (
            <DecisionForm
              key={decision.action}
              {...{ kind, item, decision, holder, isBusy, setBusy, onDone, onConflict }}
            />
          ))}
        {decisions.length === 0 ? (
          <Button look="line" onClick={onNext}>
            Next
          </Button>
        ) : null}
      </div>
    </div>
  );
}

function PanelHead<Item extends Queued>({ kind, item }: ItemProps<Item>) {
  return (
    <header className="flex flex-wrap items-center gap-3">
      <Avatar name={item.full_name} username={item.username} size={40} />
      <div className="min-w-0 flex-[1_1_9rem]">
        <h2 id="queue-item" tabIndex={-1} className="truncate text-ctl outline-none">
          {item.full_name}
        </h2>
        <p className="text-sm wrap-anywhere text-ink-2">
          {item.username} · {historyWords(item.history)}
        </p>
      </div>
      <span className="ml-auto flex flex-wrap gap-x-3">
        <PanelLink to={recordPath('user', item.user_id)}>Player</PanelLink>
        <PanelLink to={recordPath(kind.noun, item.id)}>History</PanelLink>
        <PanelLink to={`${operatorPath(operatorPaths.ledger)}?user=${item.user_id}`}>Ledger</PanelLink>
      </span>
    </header>
  );
}

function PanelFacts<Item extends Queued>({ kind, item }: ItemProps<Item>) {
  const { bid_points: coins, history } = item;
  const { approved_points: before } = history;
  const facts = [
    ...(coins === undefined ? [] : [['Coins', inCoins(coins)] as const]),
    [kind.amountName ?? 'Amount', kind.amountOf(item)] as const,
    ...kind.facts(item),
    ...(before === undefined ? [] : [['Approved before', inCoins(before)] as const]),
    ['Registered', showMoment(history.registered_at)] as const,
    ['Requested', showMoment(item.created_at)] as const,
  ];
  return <ItemFacts facts={facts} gap="gap-y-1.5" />;
}

/** The decision that was taken. */
function Decided({ item }: { item: Queued }) {
  if (!item.decided_at) return null;
  return (
    <Note
      look={item.reason ? 'warn' : 'ok'}
      role="status"
      title={capitalized(item.status) + (item.decided_by && !item.ended_at ? ` by ${item.decided_by}` : '')}
    >
      {showMoment(item.ended_at ?? item.decided_at)}
      {item.ended_at ? ` · Approved ${showMoment(item.decided_at)} by ${item.decided_by}` : ''}
      {item.bank_reference ? ` · ${item.bank_reference}` : ''}
      {item.reason ? ` · ${item.reason}` : ''}
    </Note>
  );
}

/** A link to another page, unless it is this one. */
function PanelLink({ to, children }: { to: string | null; children: string }) {
  const { pathname } = useLocation();
  if (to === null || to === pathname) return null;
  return (
    <Link to={to} className="inline-flex min-h-tap min-w-tap items-center text-sm font-semibold text-brand">
      {children}
    </Link>
  );
}

interface PictureViewerProps {
  path: string;
  name: string;
  /** Opens the picture over the page. */
  onView: () => void;
}

/** Shows a picture that only operators may read; it can be enlarged, turned and opened over the page. */
function PictureViewer({ path, name, onView }: PictureViewerProps) {
  const { url, isFailed, retry } = usePicture(path);
  const [isLarge, setIsLarge] = useState(false);
  const [quarters, setQuarters] = useState(0);
  if (isFailed) return <ErrorState message="The picture could not be loaded." onRetry={retry} />;
  return (
    <div className="relative rounded-md bg-sunken">
      <section
        aria-label={name}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled area needs the keyboard
        tabIndex={0}
        className="grid h-80 grid-cols-[minmax(0,100%)] grid-rows-[minmax(0,100%)] place-items-center overflow-auto rounded-md p-3"
      >
        <TurnedPicture
          {...{ url, name, quarters }}
          className={isLarge ? 'w-[200%] max-w-none' : 'max-h-full max-w-full object-contain'}
        />
      </section>
      <div className="absolute right-2 bottom-2 flex rounded-md bg-surface shadow-2">
        <IconButton label={isLarge ? 'Smaller' : 'Larger'} onClick={() => setIsLarge(!isLarge)}>
          {isLarge ? <ZoomOut size={20} aria-hidden /> : <ZoomIn size={20} aria-hidden />}
        </IconButton>
        <IconButton label="Turn" onClick={() => setQuarters((quarters + 1) % 4)}>
          <RotateCw size={20} aria-hidden />
        </IconButton>
        <IconButton id="queue-picture" label="Full size" onClick={onView}>
          <Maximize size={20} aria-hidden />
        </IconButton>
      </div>
    </div>
  );
}

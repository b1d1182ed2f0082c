import { inCoins } from '@copup/shared/coins.ts';
import { isolate } from '@copup/shared/isolate.ts';
import { operatorPath, operatorPaths } from '@copup/shared/page-paths.ts';
import { recordPath } from '@copup/shared/record-paths.ts';
import { useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { Avatar } from '../../ui/art/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import { capitalized } from '../capitalized.ts';
import { showMoment } from '../local-time.ts';
import type { Queued, QueueKind } from './decision.ts';
import { DecisionForm } from './decision-form.tsx';
import { PictureViewer } from './picture-viewer.tsx';
import { historyWords } from './queue-words.ts';

interface ItemPanelProps<Item extends Queued> {
  kind: QueueKind<Item>;
  item: Item;
  onDone: () => void;
  onConflict: () => void;
  onNext: () => void;
  /** Opens the picture over the page. */
  onView: () => void;
}

/** One item: the person, the facts, the picture, and the decisions that are possible. */
export function ItemPanel<Item extends Queued>({
  kind,
  item,
  onDone,
  onConflict,
  onNext,
  onView,
}: ItemPanelProps<Item>) {
  const [isBusy, setBusy] = useState(false);
  const name = `${capitalized(kind.noun)} of ${isolate(item.full_name)}`;
  const decisions = kind.decisions(item);
  const warnings = kind.warnings?.(item) ?? [];
  const { bid_points: coins, history, approval_id: approval = null } = item;
  const picture = kind.pictureOf?.(item);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4 xl:grid-cols-[minmax(0,1fr)_20rem]">
      <section
        aria-label={name}
        className="grid grid-cols-[minmax(0,1fr)] content-start gap-3.5 rounded-lg border border-line bg-surface p-4"
      >
        <header className="flex flex-wrap items-center gap-3">
          <Avatar name={item.full_name} username={item.username} size={40} />
          <div className="min-w-0 flex-[1_1_9rem]">
            <h2 id="queue-item" tabIndex={-1} className="truncate text-ctl outline-none">
              {item.full_name}
            </h2>
            <p className="text-sm wrap-anywhere text-ink-2">
              {item.username} · {historyWords(history)}
            </p>
          </div>
          <span className="ml-auto flex flex-wrap gap-x-3">
            <PanelLink to={recordPath('user', item.user_id)}>Player</PanelLink>
            <PanelLink to={recordPath(kind.noun, item.id)}>History</PanelLink>
            <PanelLink to={`${operatorPath(operatorPaths.ledger)}?user=${item.user_id}`}>Ledger</PanelLink>
          </span>
        </header>
        {picture ? (
          <PictureViewer path={picture} name={`Screenshot of ${isolate(item.full_name)}`} onView={onView} />
        ) : null}
        {picture === null ? <Note look="info" title="The picture was erased" /> : null}
        {warnings.map((warning) => (
          <Note key={warning} look="warn" title={warning} />
        ))}
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-1.5 text-sm">
          {[
            ...(coins === undefined ? [] : [['Coins', inCoins(coins)] as const]),
            [kind.amountName ?? 'Amount', kind.amountOf(item)] as const,
            ...kind.facts(item),
            ...(history.approved_points === undefined
              ? []
              : [['Approved before', inCoins(history.approved_points)] as const]),
            ['Registered', showMoment(history.registered_at)] as const,
            ['Requested', showMoment(item.created_at)] as const,
          ].map(([fact, value]) => (
            <div key={fact} className="contents">
              <dt className="text-ink-3">{fact}</dt>
              <dd className="wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
      </section>
      <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-3.5">
        {item.decided_at ? (
          <Note
            look={item.reason ? 'warn' : 'ok'}
            role="status"
            title={`${capitalized(item.status)}${item.decided_by ? ` by ${item.decided_by}` : ''}`}
          >
            {showMoment(item.decided_at)}
            {item.bank_reference ? ` · ${item.bank_reference}` : ''}
            {item.reason ? ` · ${item.reason}` : ''}
          </Note>
        ) : null}
        {approval === null ? null : (
          <Note look="info" role="status" title="Waits for a second operator">
            <Link to={operatorPath(operatorPaths.approvals)} className="font-semibold text-brand">
              Approval {approval}
            </Link>
          </Note>
        )}
        {decisions
          .filter(({ look }) => approval === null || look === 'danger')
          .map((decision) => (
            <DecisionForm
              key={decision.action}
              resource={kind.resource}
              id={item.id}
              name={name}
              decision={decision}
              outlook={kind.readsConsequences ? `${kind.noun}.${decision.action}` : null}
              isBusy={isBusy}
              setBusy={setBusy}
              onDone={onDone}
              onConflict={onConflict}
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

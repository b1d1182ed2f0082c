import { formatNumber, inCoins } from '@copup/shared/coins.ts';
import { DRY_RUN_GOALS, DRY_RUN_SHARE } from '@copup/shared/dry-run-sizes.ts';
import type { DryRun, DryRunReport } from '@copup/shared/dry-runs.ts';
import { isolate } from '@copup/shared/isolate.ts';
import { operatorPaths } from '@copup/shared/page-paths.ts';
import { recordPath } from '@copup/shared/record-paths.ts';
import { CircleCheck, CircleStop, LoaderCircle, OctagonX, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router-dom';
import { transferTitle } from '../../../balance/entry-words.ts';
import { statusWord } from '../../../console/capitalized.ts';
import { CommandDialog } from '../../../console/command-dialog.tsx';
import { DialogButton } from '../../../console/dialog-button.tsx';
import { Facts, signed } from '../../../console/facts.tsx';
import { DryRunDialog } from '../../../console/items/dry-run-dialog.tsx';
import { ItemCard, ItemFacts, ItemFrame } from '../../../console/items/item-page.tsx';
import { showTime } from '../../../console/local-time.ts';
import { useLiveList } from '../../../console/use-live-list.ts';
import { messageOf } from '../../../lib/api-error.ts';
import { call } from '../../../lib/calls.ts';
import { useFresh } from '../../../lib/read-query.ts';
import { useTitle } from '../../../lib/use-title.ts';
import { Chip } from '../../../ui/chip.tsx';
import { Sparkline } from '../../../ui/sparkline.tsx';
import { ErrorState, Skeletons } from '../../../ui/states.tsx';
import { verdictLook, verdictWord } from './dry-run-words.ts';

const POINTS = 24;

/** O7: a dry run, the verdict first. */
export function Page() {
  const { id = '' } = useParams();
  const { data, error, refetch } = useFresh(['dry-run', id], (signal) =>
    call('GET /admin/dry-runs/:id', { params: { id: Number(id) }, signal }),
  );
  useLiveList('dry-runs', () => void refetch());
  useTitle(data ? `${data.name}, rehearsed` : 'Dry run');
  return (
    <ItemFrame list={operatorPaths.dryRuns}>
      {data ? <Loaded run={data} /> : null}
      {error && !data ? (
        <ErrorState
          message={messageOf(error, 'The dry run could not be read.')}
          onRetry={() => void refetch()}
        />
      ) : null}
      {!data && !error ? <Skeletons text="Loading..." count={3} className="h-24 rounded-lg" /> : null}
    </ItemFrame>
  );
}

function Loaded({ run }: { run: DryRun }) {
  const { name, kind, subject_id, report } = run;
  return (
    <>
      <header className="flex flex-wrap items-center gap-3">
        <div className="min-w-0 flex-[1_1_12rem]">
          <h1 className="text-[1.375rem] wrap-anywhere lg:text-[1.75rem]">{isolate(name)}, rehearsed</h1>
          <Link
            to={recordPath(kind, subject_id) ?? ''}
            className="inline-flex min-h-tap items-center text-sm font-semibold text-brand"
          >
            {statusWord(kind)} {subject_id}
          </Link>
        </div>
        <Buttons run={run} />
      </header>
      <Verdict run={run} />
      {report ? <Report report={report} /> : null}
    </>
  );
}

const icons = { ok: CircleCheck, warn: TriangleAlert, bad: OctagonX, brand: LoaderCircle, plain: CircleStop };
const colours = {
  ok: 'text-ok',
  warn: 'text-warn',
  bad: 'text-danger',
  brand: 'text-brand',
  plain: 'text-ink-3',
};

function Verdict({ run }: { run: DryRun }) {
  const look = verdictLook(run);
  const Icon = icons[look];
  return (
    <section className="flex items-center gap-4 rounded-lg border border-line bg-surface p-4">
      <Icon aria-hidden className={`size-12 shrink-0 ${colours[look]}`} />
      <div className="min-w-0">
        <h2 className="text-xl">{verdictWord(run)}</h2>
        <p className="text-sm wrap-anywhere text-ink-2">{sentenceOf(run)}</p>
      </div>
    </section>
  );
}

function Buttons({ run }: { run: DryRun }) {
  const { id, kind, subject_id: subjectId, name, state } = run;
  if (state === 'running')
    return (
      <DialogButton
        asks="end"
        size="sm"
        command="DELETE /admin/dry-runs/:id"
        dialog={(onClose) => (
          <CommandDialog
            title="End this dry run?"
            actionName="End the dry run"
            look="danger"
            send={() => call('DELETE /admin/dry-runs/:id', { params: { id } })}
            done={() => 'The dry run has ended'}
            onClose={onClose}
          >
            It has no report then.
          </CommandDialog>
        )}
      >
        End…
      </DialogButton>
    );
  return (
    <DialogButton
      asks="again"
      size="sm"
      command="POST /admin/dry-runs"
      dialog={(onClose) => <DryRunDialog {...{ kind, subjectId, name, onClose }} />}
    >
      Run again…
    </DialogButton>
  );
}

function sentenceOf({ state, players, minutes, started_at, realm, report, failure }: DryRun): string {
  const who = `${formatNumber(players)} simulated players for ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
  if (state === 'running')
    return `${who}, since ${showTime(started_at)}, in realm ${realm}. The report comes here by itself.`;
  const gone = 'Real players saw nothing, no real coin moved, and the copy is gone.';
  if (!report)
    return `It was to have ${who}. It has no report: ${failure ?? 'the reason is not known'}. ${gone}`;
  return `${who} on a running server. ${gone}${report.stopped ? ` It ended early: ${report.stopped}.` : ''}`;
}

function Report({ report }: { report: DryRunReport }) {
  const { command, delivery, compared, divergent, lost, doubled, share, accepted, seconds } = report;
  return (
    <>
      <Facts
        label="Figures"
        facts={[
          ['Commands', `${formatNumber(accepted)}, ${(accepted / Math.max(1, seconds)).toFixed(1)} a second`],
          [`p99 of a command, goal ${DRY_RUN_GOALS.command} ms`, showMs(command.p99)],
          [`p99 to a screen, goal ${DRY_RUN_GOALS.delivery} ms`, showMs(delivery.p99)],
          [`Wrong states in ${formatNumber(compared)} checks`, divergent],
          ['Lost or doubled', lost + doubled],
          [`Of a core, limit ${DRY_RUN_SHARE * 100} %`, percent(share.mean)],
        ]}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-2">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <Wrong report={report} />
          <Money report={report} />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <Timing report={report} />
          <Ended report={report} />
        </div>
      </div>
    </>
  );
}

const percent = (ofCore: number): string => `${(ofCore * 100).toFixed(1)} %`;

/** What must be repaired is first. */
function Wrong({ report: { violations, errors, refused } }: { report: DryRunReport }) {
  const failed = Object.entries(errors);
  const lines: readonly (readonly [ReactNode, string])[] = [
    ...violations.map((text) => [text, ''] as const),
    ...failed.map(([kind, count]) => [kind, `${formatNumber(count)} failed`] as const),
    ...Object.entries(refused).map(
      ([code, count]) =>
        [statusWord(code.toLowerCase()), `${formatNumber(count)} refused, as they should be`] as const,
    ),
  ];
  return (
    <ItemCard title="What went wrong" aside={violations.length + failed.length === 0 ? 'Nothing' : null}>
      <ul className="grid gap-2 text-sm">
        {lines.map(([text, count], nth) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is fixed
          <li key={nth} className="flex flex-wrap gap-x-3">
            <span className="min-w-0 flex-1 wrap-anywhere">{text}</span>
            <span className="text-ink-2">{count}</span>
          </li>
        ))}
      </ul>
    </ItemCard>
  );
}

function Timing({ report: { timeline, close_ms, share } }: { report: DryRunReport }) {
  const commands = thinned(timeline.map(({ accepted }) => accepted));
  const delays = thinned(timeline.map(({ p99 }) => p99 ?? 0));
  return (
    <ItemCard title="Load and timing" aside={close_ms === null ? null : `closed in ${showMs(close_ms)}`}>
      <p className="text-sm text-ink-2">
        Commands a second, at most {formatNumber(Math.max(0, ...commands))}
      </p>
      <Sparkline points={commands} className="h-16 w-full" />
      <p className="text-sm text-ink-2">p99 to a screen, at most {showMs(Math.max(0, ...delays))}</p>
      <Sparkline points={delays} className="h-16 w-full" />
      <p className="text-sm text-ink-2">
        The server used {percent(share.before)} of a core before, and at most {percent(share.most)} meanwhile
      </p>
    </ItemCard>
  );
}

function Money({ report: { money, unbalanced } }: { report: DryRunReport }) {
  return (
    <ItemCard
      title="Money"
      aside={
        <Chip look={unbalanced === 0 ? 'ok' : 'bad'}>
          {unbalanced === 0 ? 'Balanced' : `Differs by ${signed(unbalanced)}`}
        </Chip>
      }
    >
      <ItemFacts
        facts={money.map(({ kind, count, coins }) => [
          transferTitle(kind),
          `${inCoins(coins)} in ${formatNumber(count)}`,
        ])}
      />
    </ItemCard>
  );
}

function Ended({ report: { ended, checks } }: { report: DryRunReport }) {
  return (
    <ItemCard title="How it ended">
      {ended ? (
        <ItemFacts
          facts={[
            ['Status', statusWord(ended.status)],
            ['Entries', formatNumber(ended.entries)],
            ['Coins', formatNumber(ended.coins)],
            ['Winner', ended.winner],
          ]}
        />
      ) : null}
      <details className="text-sm">
        <summary className="min-h-tap py-2 font-semibold text-brand">What was checked</summary>
        <ul className="grid list-disc gap-1 pl-5">
          {checks.map((check) => (
            <li key={check}>{check}</li>
          ))}
        </ul>
      </details>
    </ItemCard>
  );
}

const showMs = (ms: number | null): string => (ms === null ? '–' : `${formatNumber(Math.round(ms))} ms`);

/** The highest value of each of at most 24 parts. */
function thinned(values: readonly number[]): number[] {
  const each = Math.ceil(values.length / POINTS) || 1;
  return Array.from({ length: Math.ceil(values.length / each) }, (_, at) =>
    Math.max(...values.slice(at * each, (at + 1) * each)),
  );
}

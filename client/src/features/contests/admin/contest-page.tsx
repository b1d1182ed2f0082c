import { formatNumber, inCoins } from '@copup/shared/coins.ts';
import type { AdminContest } from '@copup/shared/contests.ts';
import { operatorPath, operatorPaths } from '@copup/shared/page-paths.ts';
import { contestRoom } from '@copup/shared/room-names.ts';
import { Facts } from '../../../console/facts.tsx';
import { ItemCard, ItemFacts, ItemPage } from '../../../console/items/item-page.tsx';
import { showLagos } from '../../../console/items/lagos-time.ts';
import { EditButton, SubjectActions } from '../../../console/items/subject-actions.tsx';
import { TraceLink } from '../../../console/items/trace-link.tsx';
import { statusWord } from '../../../console/status-word.ts';
import { Chip } from '../../../ui/chip.tsx';
import { ItemPicture } from '../../../ui/item-picture.tsx';
import { KindArt } from '../kind-art.tsx';
import { ContestForm, ContestReopenForm } from './contest-form.tsx';
import { looks } from './contest-words.ts';

const isOpen = ({ status }: AdminContest) => status === 'pending' || status === 'active';

/** O1: one contest of any kind. */
export function Page() {
  return (
    <ItemPage<AdminContest>
      kind="contest"
      resource="contests"
      list={{ to: operatorPath(operatorPaths.contests), name: 'Contests' }}
      titleOf={({ title }) => title}
      picture={({ title, image, kind }) =>
        image ? (
          <ItemPicture name={title} category="product" image={image} sizes="56px" className="size-14" />
        ) : (
          <KindArt kind={kind} className="size-14 shrink-0 rounded-md bg-stage-deep" />
        )
      }
      status={({ status, flagged }) => (
        <>
          <Chip look={looks[status]}>{statusWord(status)}</Chip>
          {flagged ? <Chip look="bad">check the winner</Chip> : null}
        </>
      )}
      subLine={({ kind, prize, entry_fee }) =>
        `${kind} contest · prize ${inCoins(prize)} · entry ${inCoins(entry_fee)}`
      }
      buttons={(contest) => (
        <>
          <TraceLink room={contestRoom(contest.kind, contest.id)} />
          {isOpen(contest) ? <EditButton record={contest} name={contest.title} Form={ContestForm} /> : null}
        </>
      )}
      main={(contest) => (
        <>
          <Facts
            label="Figures"
            facts={[
              { name: 'Players', value: formatNumber(contest.players) },
              { name: 'Pot', value: formatNumber(contest.pot) },
              { name: 'Subsidy', value: formatNumber(contest.subsidy) },
              {
                name: 'Winner’s score',
                value: contest.winner_score === null ? '–' : formatNumber(contest.winner_score),
              },
            ]}
          />
          <ItemCard title="Terms">
            <ItemFacts
              facts={[
                ['Number', String(contest.id)],
                ['Starts', showLagos(contest.starts_at, 0)],
                ['Ends', showLagos(contest.end_date, 0)],
                ['Minimum players', formatNumber(contest.minimum_users)],
                ['Winner', contest.winner],
                ...(contest.realm === 0 ? [] : [['Load test', String(contest.realm)] as const]),
                ...(contest.cancel_reason ? [['Cancelled', contest.cancel_reason] as const] : []),
                ['Description', contest.description || null],
              ]}
            />
          </ItemCard>
        </>
      )}
      side={(contest) =>
        isOpen(contest) ? (
          <SubjectActions
            noun="contest"
            id={contest.id}
            name={contest.title}
            endDate={contest.end_date}
            reopenForm={(onClose) => <ContestReopenForm record={contest} onClose={onClose} />}
          />
        ) : null
      }
    />
  );
}

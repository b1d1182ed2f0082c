import { formatNumber, inCoins } from '@copup/shared/coins.ts';
import type { AdminContest } from '@copup/shared/contests.ts';
import { contestRoom } from '@copup/shared/room-names.ts';
import { Facts } from '../../../console/facts.tsx';
import { SubjectPage } from '../../../console/items/subject-page.tsx';
import { showLagos } from '../../../console/local-time.ts';
import { Chip } from '../../../ui/chip.tsx';
import { ItemPicture } from '../../../ui/item-picture.tsx';
import { KindArt } from '../kind-art.tsx';
import { contestForm } from './contest-form.tsx';

/** O1: one contest of any kind. */
export function Page() {
  return (
    <SubjectPage<AdminContest>
      form={contestForm}
      roomOf={({ kind, id }) => contestRoom(kind, id)}
      picture={({ title, image, kind }) =>
        image ? (
          <ItemPicture item={{ name: title, category: 'product', image }} sizes="56px" className="size-14" />
        ) : (
          <KindArt kind={kind} className="size-14 shrink-0 rounded-md bg-stage-deep" />
        )
      }
      flag={({ flagged }) => (flagged ? <Chip look="bad">check the winner</Chip> : null)}
      subLine={({ kind, prize, entry_fee }) =>
        `${kind} contest · prize ${inCoins(prize)} · entry ${inCoins(entry_fee)}`
      }
      main={(contest) => (
        <Facts
          label="Figures"
          facts={[
            ['Players', contest.players],
            ['Pot', contest.pot],
            ['Subsidy', contest.subsidy],
            ['Winner’s score', contest.winner_score ?? '–'],
          ]}
        />
      )}
      terms={(contest) => [
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
  );
}

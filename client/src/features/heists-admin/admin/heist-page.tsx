import { formatNumber, inCoins } from '@copup/shared/coins.ts';
import type { AdminHeist } from '@copup/shared/heists.ts';
import { isolate } from '@copup/shared/isolate.ts';
import { heistRoom } from '@copup/shared/room-names.ts';
import { useState } from 'react';
import { Facts } from '../../../console/facts.tsx';
import { SubjectPage } from '../../../console/items/subject-page.tsx';
import { showLagos } from '../../../console/local-time.ts';
import { Button } from '../../../ui/button.tsx';
import { ItemPicture } from '../../../ui/item-picture.tsx';
import { heistForm } from './heist-form.tsx';
import { NearAnswers } from './near-answers.tsx';

/** O1: one heist. The question and the answers are shown as in the list’s form. */
export function Page() {
  return (
    <SubjectPage<AdminHeist>
      form={heistForm}
      roomOf={({ id }) => heistRoom(id)}
      picture={({ name, category, prize_image }) => (
        <ItemPicture item={{ name, category, image: prize_image }} sizes="56px" className="size-14" />
      )}
      subLine={({ prize_name, ticket_price }) => `${isolate(prize_name)} · ticket ${inCoins(ticket_price)}`}
      buttons={(heist) => (heist.answers_count > 0 ? <NearButton heist={heist} /> : null)}
      main={(heist) => (
        <Facts
          label="Figures"
          facts={[
            ['Tickets', `${formatNumber(heist.participant_count)} of ${formatNumber(heist.capacity)}`],
            ['Answers', heist.answers_count],
            ['Pot', heist.pot],
            ['Subsidy', heist.subsidy],
          ]}
        />
      )}
      terms={(heist) => [
        ['Number', String(heist.id)],
        ['Prize', `${isolate(heist.prize_name)}, ${inCoins(heist.prize)}`],
        ['Opens', showLagos(heist.opens_at, 0)],
        ['Starts', showLagos(heist.starts_at, 0)],
        ['Ends', showLagos(heist.end_date, 0)],
        ['Minimum tickets', formatNumber(heist.minimum_users)],
        ['Question', heist.question],
        ['Accepted answers', heist.answers.join(', ')],
        ['Winner', heist.winner],
        ...(heist.realm === 0 ? [] : [['Load test', String(heist.realm)] as const]),
        ...(heist.cancel_reason ? [['Cancelled', heist.cancel_reason] as const] : []),
      ]}
    />
  );
}

function NearButton({ heist }: { heist: AdminHeist }) {
  const [isOpened, setIsOpened] = useState(false);
  return (
    <>
      <Button look="line" size="sm" onClick={() => setIsOpened(true)}>
        Near answers
      </Button>
      {isOpened ? <NearAnswers heist={heist} onClose={() => setIsOpened(false)} /> : null}
    </>
  );
}

import { paths } from '@copup/shared/page-paths.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Lobby } from '../lobby.tsx';

export function Page() {
  return (
    <Lobby kind="card">
      <div className="grid gap-3 lg:grid-cols-3">
        <ButtonLink look="line" to={paths.cards}>
          All card games
        </ButtonLink>
        <ButtonLink look="line" to={paths.cardPractice}>
          Practise without coins
        </ButtonLink>
        <ButtonLink look="line" to={paths.fair}>
          Fair draws
        </ButtonLink>
      </div>
    </Lobby>
  );
}

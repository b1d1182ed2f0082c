import type { Contest } from '@copup/shared/contests.ts';
import { paths } from '@copup/shared/page-paths.ts';
import { useNavigate } from 'react-router-dom';
import { useConnection, useServerNow } from '../../../realtime/index.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { SteadyList } from '../../../ui/loaded-list.tsx';
import { Coins } from '../../../ui/money.tsx';
import { Screen } from '../../../ui/page-header.tsx';
import { ShowMore } from '../../../ui/show-more.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.ts';
import { kinds, playPath } from '../kinds.ts';
import { phaseOf } from '../live-contest.ts';
import { useCardGames } from '../use-contests.ts';
import { useJoinFromList } from '../use-join-from-list.tsx';

/** The list of card games: entry fee and Join Game. */
export function Page() {
  const query = useCardGames();
  return (
    <Screen title="Card Games" backTo={paths.cardLobby}>
      <SteadyList
        query={query}
        loading="Loading games..."
        failed="Something went wrong."
        skeleton={{ count: 3, className: 'h-20' }}
        empty={<EmptyState title="No games right now">New ones appear here as soon as they open.</EmptyState>}
      >
        {(games) => (
          <ul aria-label="Card Games" className="grid gap-3.5 lg:grid-cols-2">
            {games.map((game) => (
              <li key={game.id}>
                <GameRow game={game} />
              </li>
            ))}
          </ul>
        )}
      </SteadyList>
      <ShowMore query={query} />
    </Screen>
  );
}

function GameRow({ game }: { game: Contest }) {
  const navigate = useNavigate();
  const nowMs = useServerNow();
  const isOffline = useConnection() === 'offline';
  const join = useJoinFromList(game, 'Error joining game. Please try again.');
  const phase = phaseOf({ status: game.status, endDate: Date.parse(game.end_date) }, nowMs);
  const press = () => {
    if (phase === 'pending') toast.error(kinds.card.notActive);
    else if (game.joined) void navigate(playPath('card', game.id));
    else join.press();
  };
  return (
    <Card className="flex flex-wrap items-center gap-3 p-4">
      <div className="min-w-0 flex-[1_1_9rem]">
        <h2 className="text-ctl wrap-anywhere">{game.title}</h2>
        <p className="mt-0.5 flex items-center gap-1.5 text-sm text-ink-2">
          Entry fee <Coins amount={game.entry_fee} className="font-semibold" />
        </p>
      </div>
      <Button
        look={game.joined ? 'ink' : 'coin'}
        size="sm"
        busy={join.isPending}
        disabled={isOffline}
        onClick={press}
      >
        {game.joined ? 'Play' : 'Join Game'}
        <span className="sr-only"> {game.title}</span>
      </Button>
      {join.dialog}
    </Card>
  );
}

import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { LiveBadge, type LiveWord } from '../ui/live-badge.tsx';
import { Note } from '../ui/note.tsx';
import { EmptyState, ErrorState, Skeletons, useSteadyLoading } from '../ui/states.tsx';
import { toast } from '../ui/toast.ts';
import { ToastCard } from '../ui/toast-card.tsx';
import { shortToastDurationMs } from '../ui/toaster.tsx';
import { Line, Press, Shelf, Stage } from './frame.tsx';

const words: LiveWord[] = ['Live', 'Reconnecting', 'Offline', 'Ended', 'Starts soon', 'Closing', 'Cancelled'];
const nothing = () => {};

export function NoticeShelves() {
  const [word, setWord] = useState<LiveWord>('Live');
  return (
    <>
      <Shelf title="Connection">
        <Stage>
          <Line>
            {words.map((each) => (
              <LiveBadge key={each} word={each} />
            ))}
          </Line>
        </Stage>
        <Note look="offline" title="You’re offline.">
          This price is 8 seconds old. Bidding opens again once the live price is back.
        </Note>
        <Note look="info" title="Back live.">
          Two bids came in while you were away.
        </Note>
        <Note look="ok">The chain of this auction’s bids holds.</Note>
        <Note look="error">Error placing bid.</Note>
        <Line>
          <LiveBadge word={word} announces />
          <Press onPress={() => setWord(word === 'Live' ? 'Reconnecting' : 'Live')}>
            Drop the connection
          </Press>
        </Line>
      </Shelf>
      <Shelf title="Toasts, top right, 5 seconds (copy: 3)">
        <div className="grid gap-3">
          <ToastCard look="success" onDismiss={nothing}>
            Bid placed successfully!
          </ToastCard>
          <ToastCard look="error" onDismiss={nothing}>
            Error paying entry fee.
          </ToastCard>
          <ToastCard look="info" onDismiss={nothing}>
            This is a demo auction. No real actions are allowed.
          </ToastCard>
        </div>
        <Line>
          <Press onPress={() => toast.success('copied successfully', shortToastDurationMs)}>
            Show a toast
          </Press>
        </Line>
      </Shelf>
      <EmptyErrorLoading />
    </>
  );
}

function EmptyErrorLoading() {
  const [isLoading, setIsLoading] = useState(false);
  const isShown = useSteadyLoading(isLoading);
  return (
    <Shelf title="Empty, error, loading">
      <Card>
        <EmptyState
          title="You haven't joined any auctions yet."
          action={
            <Button look="ink" size="sm">
              See auctions
            </Button>
          }
        >
          Pay an entry fee and the auction waits for you here.
        </EmptyState>
      </Card>
      <ErrorState message="Unable to load heists. Please try again." onRetry={nothing} isWhole />
      <ErrorState message="Failed to fetch auctions. Please try again later." onRetry={nothing} />
      <Card className="grid gap-2 p-4">
        <Skeletons text="Loading auctions..." count={2} className="h-5" />
      </Card>
      <Line>
        <Press
          onPress={() => {
            setIsLoading(true);
            setTimeout(() => setIsLoading(false), 300);
          }}
        >
          Load for a moment
        </Press>
        <span data-testid="steady">{isShown ? 'shapes' : 'content'}</span>
      </Line>
    </Shelf>
  );
}

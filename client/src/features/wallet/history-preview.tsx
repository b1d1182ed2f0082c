import { Link } from 'react-router-dom';
import { Card } from '../../ui/card.tsx';

interface HistoryPreviewProps {
  title: string;
  moreTo: string;
  emptyText: string;
}

/**
 * Payments or payouts on the wallet's home. Both are always empty and send no requests, because coins cannot be bought or paid
 * out yet.
 */
export function HistoryPreview({ title, moreTo, emptyText }: HistoryPreviewProps) {
  return (
    <Card className="px-4 pt-1 pb-4">
      <div className="flex min-h-tap items-center justify-between">
        <h2 className="text-ctl">{title}</h2>
        <Link
          to={moreTo}
          aria-label={`see more: ${title}`}
          className="inline-flex min-h-tap items-center text-sm font-semibold text-brand"
        >
          see more
        </Link>
      </div>
      <p className="text-sm text-ink-2">{emptyText}</p>
    </Card>
  );
}

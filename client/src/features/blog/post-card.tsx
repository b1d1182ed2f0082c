import type { Blog } from '@copup/shared/content.ts';
import { useId, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { PostPicture } from './post-picture.tsx';

const day = new Intl.DateTimeFormat('en-NG', { day: 'numeric', month: 'short', year: 'numeric' });

/** Beside its text on phones; above it on desktops. */
const besideText = 'grid-cols-[108px_minmax(0,1fr)] lg:grid-cols-1';

interface PostCardProps {
  post: Omit<Blog, 'id'>;
  /** Whether it is the first one, with a large picture on phones, too. */
  isLead: boolean;
}

/**
 * A post in full. A blank line of its text begins a paragraph; markup is shown as text. Paragraphs after the first one
 * unfold in place.
 */
export function PostCard({ post, isLead }: PostCardProps) {
  const { title, category, image, date, description } = post;
  const [isUnfolded, setIsUnfolded] = useState(false);
  const restId = useId();
  const [first = '', ...rest] = description.split(/\n\s*\n/);
  const isShort = rest.length === 0;
  return (
    <Card className={classNames('grid overflow-hidden', isLead ? 'grid-cols-1' : besideText)}>
      <PostPicture
        title={title}
        category={category}
        image={image}
        isLead={isLead}
        className={classNames(
          isLead ? 'h-[150px] lg:h-[170px]' : 'min-h-28 lg:h-[170px]',
          !isLead && !isShort && !isUnfolded && 'row-span-2 lg:row-span-1',
        )}
      />
      <div
        className={classNames('grid min-w-0 content-start gap-1.5 px-4 pt-3.5', isShort ? 'pb-4' : 'pb-1')}
      >
        <p className="text-sm wrap-anywhere text-ink-2">
          {category} · <time dateTime={date}>{day.format(new Date(date))}</time>
        </p>
        <h2
          className={classNames('leading-[1.15] wrap-anywhere', isLead ? 'text-lg' : 'text-ctl lg:text-lg')}
        >
          {title}
        </h2>
        <Paragraph text={first} />
      </div>
      {isShort ? null : (
        <>
          <div
            id={restId}
            hidden={!isUnfolded}
            className={classNames('col-span-full gap-3 px-4 pt-1', isUnfolded ? 'grid' : 'hidden')}
          >
            {rest.map((text, nth) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs never move
              <Paragraph key={nth} text={text} />
            ))}
          </div>
          <Button
            look="ghost"
            size="sm"
            aria-expanded={isUnfolded}
            aria-controls={restId}
            onClick={() => setIsUnfolded(!isUnfolded)}
            className={classNames(
              'mx-1 mb-1.5 justify-self-start',
              !isLead && (isUnfolded ? 'col-span-full' : 'col-start-2 lg:col-start-1'),
            )}
          >
            <span>
              {isUnfolded ? 'Read less' : 'Read more'}
              <span className="sr-only"> {title}</span>
            </span>
          </Button>
        </>
      )}
    </Card>
  );
}

const Paragraph = ({ text }: { text: string }) => (
  <p className="leading-snug whitespace-pre-line wrap-anywhere text-ink-2">{text}</p>
);

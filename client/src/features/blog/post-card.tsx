import type { Blog } from '@copup/shared/content.ts';
import { useId, useState } from 'react';
import { CoinsArt } from '../../ui/art/items/coins.tsx';
import { GamepadArt } from '../../ui/art/items/gamepad.tsx';
import { PhoneArt } from '../../ui/art/items/phone.tsx';
import { VaultDoor } from '../../ui/art/vault-door.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { ItemImage } from '../../ui/item-image.tsx';
import { type PostArt, postArtFor } from './post-art.ts';

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
  const { title, category, date, description } = post;
  const [isUnfolded, setIsUnfolded] = useState(false);
  const restId = useId();
  const [first = '', ...rest] = description.split(/\n\s*\n/);
  const isShort = rest.length === 0;
  return (
    <Card className={classNames('grid overflow-hidden', isLead ? 'grid-cols-1' : besideText)}>
      <PostPicture
        post={post}
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

interface PostPictureProps extends PostCardProps {
  className: string;
}

/**
 * The picture of a post, never cropped, or a drawing if it has none. Decorative: the title is beside it. With Save-Data a tap loads it.
 */
function PostPicture({ post: { title, category, image }, isLead, className }: PostPictureProps) {
  const { Drawing, ground } = postDrawings[postArtFor(category, title)];
  return (
    <span className={classNames('relative grid place-items-center overflow-hidden', ground, className)}>
      <ItemImage
        name={title}
        category={category}
        image={image}
        sizes={isLead ? '(min-width: 64rem) 350px, 100vw' : '(min-width: 64rem) 350px, 108px'}
        isEager={isLead}
        drawing={<Drawing className={isLead ? 'relative size-33' : 'relative size-20 lg:size-33'} />}
      />
    </span>
  );
}

/** A shield with a tick. */
function ShieldArt({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 200 200" className={className} aria-hidden="true">
      <path d="M100 18l66 24v50c0 44-27 74-66 92-39-18-66-48-66-92V42z" fill="#f6f4ee" />
      <path d="M100 32l53 19v42c0 36-21 61-53 76-32-15-53-40-53-76V51z" fill="#2438a6" />
      <circle
        cx="100"
        cy="98"
        r="46"
        fill="none"
        stroke="#c9d2ff"
        strokeWidth="3"
        strokeDasharray="1 9"
        strokeLinecap="round"
      />
      <path
        d="M76 99l17 18 33-37"
        fill="none"
        stroke="#ffb01f"
        strokeWidth="12"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

/** A message that waves leave, as the rings of the mark. */
function NewsArt({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 200 200" className={className} aria-hidden="true">
      <g fill="none" stroke="#ffb01f" strokeWidth="7" strokeLinecap="round">
        <path d="M150 74a38 38 0 0 1 0 52" />
        <path d="M168 56a64 64 0 0 1 0 88" opacity=".6" />
      </g>
      <path d="M28 84h34l64-36v104l-64-36H28a8 8 0 0 1-8-8V92a8 8 0 0 1 8-8z" fill="#f6f4ee" />
      <path d="M46 116h26l10 42a8 8 0 0 1-8 10H62a8 8 0 0 1-8-6z" fill="#8ea2ff" />
      <path d="M62 84v32" stroke="#c9d2ff" strokeWidth="5" strokeDasharray="2 9" strokeLinecap="round" />
    </svg>
  );
}

/** By kind: the drawing, and the colour behind it, which is the same in both themes. */
const postDrawings: Readonly<Record<PostArt, { Drawing: typeof PhoneArt; ground: string }>> = {
  vault: { Drawing: VaultDoor, ground: 'bg-stage adire' },
  auction: { Drawing: PhoneArt, ground: 'bg-[#0a5a3c] adire' },
  games: { Drawing: GamepadArt, ground: 'bg-[#7a1d0e] adire' },
  wallet: { Drawing: CoinsArt, ground: 'bg-[#3a2468] adire' },
  safety: { Drawing: ShieldArt, ground: 'bg-[#0b4a5c] adire' },
  news: { Drawing: NewsArt, ground: 'bg-stage-deep adire' },
};

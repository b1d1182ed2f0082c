import type { InstagramItem } from '@copup/shared/content.ts';
import { instagramEmbedUrl, instagramOrigin, isReel } from '@copup/shared/instagram.ts';
import { isolate } from '@copup/shared/isolate.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ExternalLink, Image, Play } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { listQuery } from '../../../lib/list-page.ts';
import { useIsOnline } from '../../../lib/use-online.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { SteadyList } from '../../../ui/loaded-list.tsx';
import { Screen } from '../../../ui/page-header.tsx';
import { ShowMore } from '../../../ui/show-more.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { readHeight } from '../frame-height.ts';
import { loadForFrame, mayFrame, sealFrames, takeTapped } from '../framing.ts';
import { PostCard } from '../post-card.tsx';

/** The blog: posts in full, and links to Instagram posts (T3). */
export function Page() {
  useEffect(() => sealFrames, []);
  return (
    <Screen title="Blog">
      <Posts />
      <InstagramSection />
    </Screen>
  );
}

function Posts() {
  const query = useInfiniteQuery(listQuery(['posts'], 'GET /blog/blogs'));
  return (
    <>
      <SteadyList
        query={query}
        loading="Loading posts..."
        failed="The posts could not be loaded."
        skeleton={{ count: 3, className: 'h-46 rounded-lg!' }}
        paused={<OfflineState what="The posts" />}
        empty={
          <Card>
            <EmptyState title="No posts yet">News about auctions, games and heists appears here.</EmptyState>
          </Card>
        }
      >
        {(posts) => (
          <ul
            aria-label="Posts"
            className="grid grid-cols-[minmax(0,1fr)] items-start gap-3.5 lg:grid-cols-3 lg:gap-5"
          >
            {posts.map((post, nth) => (
              <li key={post.id}>
                <PostCard post={post} isLead={nth === 0} />
              </li>
            ))}
          </ul>
        )}
      </SteadyList>
      <ShowMore query={query} text="Show more posts" className="justify-self-center" />
    </>
  );
}

/** Links to Instagram posts, each with a frame that a tap loads. */
function InstagramSection() {
  const query = useInfiniteQuery(listQuery(['instagram'], 'GET /blog/instagram'));
  const [tapped] = useState(takeTapped);
  return (
    <section aria-labelledby="instagram" className="mt-2 grid grid-cols-[minmax(0,1fr)] gap-3 lg:gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 id="instagram" className="text-lg">
          Instagram
        </h2>
        <p className="text-sm text-ink-2">Loads when you tap</p>
      </div>
      <SteadyList
        query={query}
        loading="Loading Instagram posts..."
        failed="Failed to fetch Instagram URLs."
        skeleton={{ count: 2, className: 'h-20' }}
        paused={<OfflineState what="The Instagram posts" />}
        empty={
          <Card>
            <EmptyState title="No Instagram posts yet" level={3}>
              Pictures and videos of winners appear here.
            </EmptyState>
          </Card>
        }
      >
        {(items) => (
          <ul className="grid grid-cols-[minmax(0,1fr)] items-start gap-3 lg:grid-cols-3 lg:gap-5">
            {items.map((item) => (
              <li key={item.id}>
                <InstagramRow item={item} wasTapped={item.id === tapped} />
              </li>
            ))}
          </ul>
        )}
      </SteadyList>
      <ShowMore query={query} text="Show more Instagram posts" className="justify-self-center" />
    </section>
  );
}

/** An estimate of what a frame loads, which Instagram decides; a video adds its own size when it plays. */
const size = { post: 'About 1.2 MB from Instagram', reel: 'About 1.2 MB from Instagram, more when it plays' };

/**
 * A link to an Instagram post. Its frame is loaded after a tap only (X12). `wasTapped`: it was tapped before the document
 * was loaded for its frame.
 */
function InstagramRow({ item, wasTapped }: { item: InstagramItem; wasTapped: boolean }) {
  const { id, title, instagram_url: url } = item;
  const [isOpen, setIsOpen] = useState(wasTapped);
  const isOnline = useIsOnline();
  const frameId = useId();
  const button = useRef<HTMLDivElement>(null);
  const frameUrl = instagramEmbedUrl(url);

  // The tap was in another document, so the focus returns to the button.
  useEffect(() => {
    if (wasTapped) button.current?.querySelector('button')?.focus();
  }, [wasTapped]);

  if (frameUrl === undefined) return null;
  const Icon = isReel(url) ? Play : Image;
  const toggle = () => {
    if (isOpen || mayFrame()) setIsOpen(!isOpen);
    else loadForFrame(id);
  };
  return (
    <Card className="grid gap-3 p-4">
      <div className="flex flex-wrap items-center gap-3">
        <span className="grid size-12 shrink-0 place-items-center rounded-[15px] bg-brand-soft text-brand">
          <Icon size={24} aria-hidden />
        </span>
        <div className="min-w-0 flex-[1_1_8rem]">
          <h3 className="font-sans text-base leading-snug font-semibold wrap-anywhere">{title}</h3>
          <p className="text-sm text-ink-2">{isReel(url) ? size.reel : size.post}</p>
        </div>
        <div ref={button}>
          <Button
            size="sm"
            aria-expanded={isOpen}
            aria-controls={isOpen ? frameId : undefined}
            disabled={!isOnline && !isOpen}
            onClick={toggle}
          >
            <span>
              {isOpen ? 'Hide' : 'Show'}
              <span className="sr-only"> {title}</span>
            </span>
          </Button>
        </div>
      </div>
      {isOpen ? (
        <div id={frameId} className="grid justify-items-center gap-2.5">
          <InstagramFrame url={frameUrl} title={title} />
          <a
            href={url}
            target="_blank"
            rel="noopener noreferrer"
            className="inline-flex min-h-tap items-center gap-1.5 text-sm font-semibold text-brand"
          >
            Open on Instagram
            <ExternalLink size={16} aria-hidden />
            <span className="sr-only"> (new tab)</span>
          </a>
        </div>
      ) : null}
    </Card>
  );
}

/** Until the frame reports the height of its content. */
const firstHeight = 480;

/**
 * Instagram's own page for a post, in a frame without access to this page. `allow-same-origin` lets it keep its own
 * origin, which its scripts need; a tap on it opens a new tab.
 */
function InstagramFrame({ url, title }: { url: string; title: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(firstHeight);
  const [isLoaded, setIsLoaded] = useState(false);
  useEffect(() => {
    const listen = ({ origin, source, data }: MessageEvent) => {
      if (origin !== instagramOrigin || source !== frame.current?.contentWindow) return;
      setHeight((before) => readHeight(data) ?? before);
    };
    addEventListener('message', listen);
    return () => removeEventListener('message', listen);
  }, []);
  return (
    <div className="relative w-full max-w-[540px]">
      {isLoaded ? null : (
        <p role="status" className="absolute inset-0 grid place-items-center text-sm text-ink-2">
          Loading from Instagram...
        </p>
      )}
      <iframe
        ref={frame}
        src={url}
        title={`Instagram: ${isolate(title)}`}
        sandbox="allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox"
        height={height}
        onLoad={() => setIsLoaded(true)}
        className="relative block w-full rounded-md border border-line"
      />
    </div>
  );
}

/** In place of a list that was never read and waits for a network. */
function OfflineState({ what }: { what: string }) {
  return (
    <Card>
      <EmptyState title="You’re offline.">{what} load as soon as your network is back.</EmptyState>
    </Card>
  );
}

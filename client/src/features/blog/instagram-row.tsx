import type { InstagramItem } from '@copup/shared/content.ts';
import { instagramEmbedUrl, isReel } from '@copup/shared/instagram.ts';
import { ExternalLink, Image, Play } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useIsOnline } from '../../lib/use-online.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { loadForFrame, mayFrame } from './framing.ts';
import { InstagramFrame } from './instagram-frame.tsx';

/** An estimate of what a frame loads, which Instagram decides; a video adds its own size when it plays. */
const size = { post: 'About 1.2 MB from Instagram', reel: 'About 1.2 MB from Instagram, more when it plays' };

/**
 * A link to an Instagram post. Its frame is loaded after a tap only (X12). `wasTapped`: it was tapped before the document
 * was loaded for its frame.
 */
export function InstagramRow({ item, wasTapped }: { item: InstagramItem; wasTapped: boolean }) {
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
            look="line"
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

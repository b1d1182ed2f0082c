import { instagramOrigin } from '@copup/shared/instagram.ts';
import { isolate } from '@copup/shared/isolate.ts';
import { useEffect, useRef, useState } from 'react';
import { readHeight } from './frame-height.ts';

/** Until the frame reports the height of its content. */
const firstHeight = 480;

/**
 * Instagram's own page for a post, in a frame without access to this page. `allow-same-origin` lets it keep its own
 * origin, which its scripts need; a tap on it opens a new tab.
 */
export function InstagramFrame({ url, title }: { url: string; title: string }) {
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

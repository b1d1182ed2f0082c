import { Maximize, RotateCw, ZoomIn, ZoomOut } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { usePicture } from './use-picture.ts';

interface PictureViewerProps {
  path: string;
  name: string;
  /** Opens the picture over the page. */
  onView: () => void;
}

/** Shows a picture that only operators may read; it can be enlarged, turned and opened over the page. */
export function PictureViewer({ path, name, onView }: PictureViewerProps) {
  const { url, isFailed, retry } = usePicture(path);
  const [isLarge, setIsLarge] = useState(false);
  const [quarters, setQuarters] = useState(0);
  if (isFailed) return <ErrorState message="The picture could not be loaded." onRetry={retry} />;
  return (
    <div className="relative rounded-md bg-sunken">
      <section
        aria-label={name}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled area needs the keyboard
        tabIndex={0}
        className="grid h-80 grid-cols-[minmax(0,100%)] grid-rows-[minmax(0,100%)] place-items-center overflow-auto rounded-md p-3"
      >
        {url ? (
          <img
            src={url}
            alt={name}
            className={isLarge ? 'w-[200%] max-w-none' : 'max-h-full max-w-full object-contain'}
            style={quarters === 0 ? undefined : { transform: `rotate(${quarters * 90}deg)` }}
          />
        ) : (
          <div aria-hidden="true" className="skeleton size-full" />
        )}
      </section>
      <div className="absolute right-2 bottom-2 flex rounded-md bg-surface shadow-2">
        <IconButton label={isLarge ? 'Smaller' : 'Larger'} onClick={() => setIsLarge(!isLarge)}>
          {isLarge ? <ZoomOut size={20} aria-hidden /> : <ZoomIn size={20} aria-hidden />}
        </IconButton>
        <IconButton label="Turn" onClick={() => setQuarters((quarters + 1) % 4)}>
          <RotateCw size={20} aria-hidden />
        </IconButton>
        <IconButton id="queue-picture" label="Full size" onClick={onView}>
          <Maximize size={20} aria-hidden />
        </IconButton>
      </div>
    </div>
  );
}

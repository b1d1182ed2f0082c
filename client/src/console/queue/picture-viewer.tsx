import { useQuery } from '@tanstack/react-query';
import { Maximize, RotateCw, ZoomIn, ZoomOut } from 'lucide-react';
import { useEffect, useState } from 'react';
import { fetchPicture } from '../../lib/fetch-picture.ts';
import { IconButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Modal } from '../../ui/modal.tsx';
import { ErrorState } from '../../ui/states.tsx';

/** Shows a picture that only operators may read; it can be enlarged, turned and opened over the page. */
export function PictureViewer({ path, name }: { path: string; name: string }) {
  const { url, isFailed, retry } = usePicture(path);
  const [isLarge, setIsLarge] = useState(false);
  const [quarters, setQuarters] = useState(0);
  const [isOpen, setIsOpen] = useState(false);
  if (isFailed) return <ErrorState message="The picture could not be loaded." onRetry={retry} />;
  const picture = (className: string) =>
    url ? (
      <img
        src={url}
        alt={name}
        className={className}
        style={quarters === 0 ? undefined : { transform: `rotate(${quarters * 90}deg)` }}
      />
    ) : (
      <div aria-hidden="true" className="skeleton size-full" />
    );
  return (
    <div className="relative rounded-md bg-sunken">
      <section
        aria-label={name}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled area needs the keyboard
        tabIndex={0}
        className="grid h-80 place-items-center overflow-auto rounded-md p-3"
      >
        {picture(isLarge ? 'max-w-none w-[200%]' : 'max-h-full max-w-full object-contain')}
      </section>
      <div className="absolute right-2 bottom-2 flex rounded-md bg-surface shadow-2">
        <IconButton label={isLarge ? 'Smaller' : 'Larger'} onClick={() => setIsLarge(!isLarge)}>
          {isLarge ? <ZoomOut size={20} aria-hidden /> : <ZoomIn size={20} aria-hidden />}
        </IconButton>
        <IconButton label="Turn" onClick={() => setQuarters((quarters + 1) % 4)}>
          <RotateCw size={20} aria-hidden />
        </IconButton>
        <IconButton label="Full size" onClick={() => setIsOpen(true)}>
          <Maximize size={20} aria-hidden />
        </IconButton>
      </div>
      {isOpen ? (
        <Modal title={name} onClose={() => setIsOpen(false)}>
          <div className={classNames('grid place-items-center', quarters % 2 === 1 && 'aspect-square')}>
            {picture('max-w-full')}
          </div>
        </Modal>
      ) : null}
    </div>
  );
}

/** Reads the picture, and releases it when it is no longer shown. */
function usePicture(path: string): { url: string | null; isFailed: boolean; retry: () => void } {
  const { data, isError, refetch } = useQuery({
    queryKey: ['picture', path],
    queryFn: ({ signal }) => fetchPicture(path, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!data) return setUrl(null);
    const made = URL.createObjectURL(data);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [data]);
  return { url, isFailed: isError, retry: () => void refetch() };
}

import { useQuery } from '@tanstack/react-query';
import { fetchPicture } from '../../lib/fetch-picture.ts';
import { useObjectUrl } from '../../lib/use-object-url.ts';

interface LoadedPicture {
  /** Null while it is loading. */
  url: string | null;
  isFailed: boolean;
  retry: () => void;
}

/** Reads a picture that only operators may see, and releases it when it is no longer shown. */
export function usePicture(path: string): LoadedPicture {
  const { data, isError, refetch } = useQuery({
    queryKey: ['picture', path],
    queryFn: ({ signal }) => fetchPicture(path, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return { url: useObjectUrl(data), isFailed: isError, retry: () => void refetch() };
}

interface TurnedPictureProps extends Pick<LoadedPicture, 'url'> {
  name: string;
  /** Quarters of a turn. */
  quarters: number;
  className: string;
}

/** The picture; a skeleton while it is loading. */
export function TurnedPicture({ url, name, quarters, className }: TurnedPictureProps) {
  if (url === null) return <div aria-hidden="true" className="skeleton size-full" />;
  const style = quarters === 0 ? undefined : { transform: `rotate(${quarters * 90}deg)` };
  return <img src={url} alt={name} className={className} style={style} />;
}

import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { fetchPicture } from '../../lib/fetch-picture.ts';

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
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!data) return setUrl(null);
    const made = URL.createObjectURL(data);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [data]);
  return { url, isFailed: isError, retry: () => void refetch() };
}

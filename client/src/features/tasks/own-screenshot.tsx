import { useQuery } from '@tanstack/react-query';
import { Image } from 'lucide-react';
import { useEffect, useState } from 'react';
import { fetchPicture } from '../../lib/fetch-picture.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/states.tsx';

/** The user's last screenshot. It is loaded on tap, because data is metered. */
export function OwnScreenshot({ path }: { path: string }) {
  const [isShown, setIsShown] = useState(false);
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['picture', path],
    queryFn: ({ signal }) => fetchPicture(path, signal),
    enabled: isShown,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!data) return setUrl(null);
    const made = URL.createObjectURL(data);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [data]);
  if (isError)
    return <ErrorState message="The picture could not be loaded." onRetry={() => void refetch()} />;
  if (url) {
    return (
      <img src={url} alt="Your screenshot" className="mx-auto max-h-[50dvh] rounded-md object-contain" />
    );
  }
  return (
    <Button look="line" busy={isFetching} onClick={() => setIsShown(true)}>
      <Image size={20} aria-hidden />
      Show your screenshot
    </Button>
  );
}

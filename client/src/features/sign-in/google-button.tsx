import { useEffect, useRef, useState } from 'react';
import { loadGoogleIdentity } from './google-script.ts';

interface GoogleButtonProps {
  clientId: string;
  onCredential: (credential: string) => void;
}

/** Google's button below "or"; nothing if its script cannot be loaded. */
export function GoogleButton({ clientId, onCredential }: GoogleButtonProps) {
  const place = useRef<HTMLDivElement>(null);
  const [isAway, setIsAway] = useState(false);
  const listener = useRef(onCredential);
  useEffect(() => {
    listener.current = onCredential;
  });

  useEffect(() => {
    let isLeft = false;
    loadGoogleIdentity().then(
      (google) => {
        if (isLeft || !place.current) return;
        const callback = ({ credential }: { credential: string }) => listener.current(credential);
        google.initialize({ client_id: clientId, callback });
        const look = { theme: 'outline', size: 'large', width: 320, text: 'continue_with' };
        google.renderButton(place.current, look);
      },
      () => setIsAway(true),
    );
    return () => {
      isLeft = true;
    };
  }, [clientId]);

  if (isAway) return null;
  return (
    <>
      <div className="flex items-center gap-3 text-sm text-ink-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </div>
      <div ref={place} className="grid min-h-tap justify-items-center" />
    </>
  );
}

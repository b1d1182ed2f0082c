import { useEffect, useRef, useState } from 'react';

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

const source = 'https://accounts.google.com/gsi/client';

interface GoogleIdentity {
  initialize(options: { client_id: string; callback: (reply: { credential: string }) => void }): void;
  renderButton(
    parent: HTMLElement,
    options: { theme: string; size: string; width: number; text: string },
  ): void;
}

let loading: Promise<GoogleIdentity> | undefined;

/** Loads Google's script once, when its button is first shown. */
function loadGoogleIdentity(): Promise<GoogleIdentity> {
  loading ??= new Promise<GoogleIdentity>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = source;
    script.async = true;
    script.onload = () => {
      const { google } = window as { google?: { accounts?: { id?: GoogleIdentity } } };
      const identity = google?.accounts?.id;
      if (identity) resolve(identity);
      else reject(new Error('Google sign-in did not start'));
    };
    script.onerror = () => {
      loading = undefined;
      script.remove();
      reject(new Error('Google sign-in could not be loaded'));
    };
    document.head.append(script);
  });
  return loading;
}

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
export function loadGoogleIdentity(): Promise<GoogleIdentity> {
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

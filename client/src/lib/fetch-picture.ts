import { ApiError, networkErrorText, statusText } from './api-error.ts';
import { useSession } from './session.ts';

/** Reads a picture that only the signed-in user may see. Rejects with ApiError. */
export async function fetchPicture(path: string, signal?: AbortSignal): Promise<Blob> {
  const { token } = useSession.getState();
  const headers: Record<string, string> = token ? { Authorization: `Bearer ${token}` } : {};
  let response: Response;
  try {
    response = await fetch(path.startsWith('/api/') ? path : `/api${path}`, {
      headers,
      ...(signal && { signal }),
    });
  } catch {
    throw new ApiError(networkErrorText, { status: 0, code: signal?.aborted ? 'ABORTED' : 'NETWORK' });
  }
  if (response.ok) return response.blob();
  throw new ApiError(statusText(response.status), { status: response.status, code: 'UNKNOWN' });
}

/** Stands for the configured webhook as the address of a mail: the webhook's own may have a secret in it. */
export const TO_WEBHOOK = 'webhook';

const TIMEOUT_MS = 10_000;

/** Posts JSON. Throws why it was not accepted, without the address. */
export async function postToWebhook(webhook: string | undefined, body: string): Promise<void> {
  if (webhook === undefined) throw new Error('ALERT_WEBHOOK is not set');
  const reply = await fetch(webhook, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(({ name, cause }: Error & { cause?: { code?: string } }) => {
    throw new Error(name === 'TimeoutError' ? 'no reply within 10 s' : (cause?.code ?? 'not reachable'));
  });
  await reply.body?.cancel();
  if (!reply.ok) throw new Error(`the webhook replied with status ${reply.status}`);
}

import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { imageFile } from '@copup/shared/images.ts';
import { noticePath } from '@copup/shared/notice-path.ts';
import { paths } from '@copup/shared/page-paths.ts';
import type { PushMessage } from '@copup/shared/push.ts';
import pLimit from 'p-limit';
import type { PushConfig } from '../../config.ts';
import type { Deps } from '../../deps.ts';
import { pushKindOf } from '../../notifications/push-kinds.ts';
import { readRestrictions } from '../../responsible-play/read-restrictions.ts';
import { listPresent } from '../../rooms/list-present.ts';
import { pushSwitchOf } from '../../settings/definitions.ts';
import { subjectKey } from '../../subject.ts';
import { atAnyHour, type Decision, decideMessage } from './decide-message.ts';
import type { DeliveryOutcome } from './deliver.ts';
import { createDeliveryThread } from './delivery-thread.ts';
import { type Counted, countedKind, countMessages, type PushStats } from './push-figures.ts';
import {
  type ClaimedMessage,
  claimDue,
  noteSubscriptions,
  type Settled,
  settleClaimed,
} from './push-queue.ts';
import { pushText } from './push-texts.ts';
import { readSubjectStates } from './subject-states.queries.ts';

export type SendDeps = Pick<Deps, 'clock' | 'config' | 'db' | 'jobs' | 'log' | 'rooms' | 'settings'>;

export const sendJob = 'push-send';
const BATCH = 200;
/** Batches in work, so that one slow push service does not hold up the others. */
const BATCHES = 3;
const REQUESTS = 48;
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 900_000;
/** After so many requests without an answer, a service gets no others for this time. */
const SILENCES = 5;
const SERVICE_PAUSE_MS = 10_000;
const SECOND_MS = 1_000;
const TOPIC_LENGTH = 32;

type Send = Extract<Decision, { is: 'send' }>;
interface Done extends Settled {
  events: Counted[];
  outcome?: DeliveryOutcome | undefined;
}

const end = (message: ClaimedMessage, change: Partial<Done>): Done => {
  const { attempts, wasPresent } = message;
  return { message, dueAt: null, attempts, wasPresent, acceptedAt: null, events: [], ...change };
};
const retry = (message: ClaimedMessage, atMs: number, change: Partial<Done> = {}): Done =>
  end(message, { dueAt: new Date(Math.ceil(atMs / SECOND_MS) * SECOND_MS), ...change });

/** Sends the messages that are due. Servers share the work: each message is claimed by one. */
export function createSender(deps: SendDeps, config: PushConfig, stats: PushStats) {
  const { clock, db } = deps;
  const thread = createDeliveryThread(config);
  const topicKey = createSecretKey(deps.config.secretsKey);
  const limit = pLimit(REQUESTS);
  const pausedUntilMs = new Map<string, number>();
  /** Requests to each service without an answer, in succession. */
  const silences = new Map<string, number>();

  async function deliver(message: ClaimedMessage, send: Send): Promise<Done> {
    const { service, attempts, endpoint, p256dh, auth } = message;
    const pauseEndsMs = pausedUntilMs.get(service) ?? 0;
    if (pauseEndsMs > clock.wallMs()) return retry(message, pauseEndsMs);
    const nowMs = clock.wallMs();
    const { topic, content } = compose(topicKey, message, send, nowMs);
    const outcome = await thread.send({
      endpoint,
      p256dh,
      auth,
      content,
      topic,
      ttlS: Math.max(1, Math.floor((send.expiresAtMs - nowMs) / SECOND_MS)),
      isUrgent: atAnyHour.includes(send.kind),
    });
    stats.answered(service, outcome.status);
    const silent = outcome.status === undefined ? (silences.get(service) ?? 0) + 1 : 0;
    silences.set(service, silent);
    if (silent >= SILENCES) pausedUntilMs.set(service, clock.wallMs() + SERVICE_PAUSE_MS);
    if (outcome.is === 'accepted') {
      return end(message, { acceptedAt: new Date(clock.wallMs()), events: ['sent', 'accepted'], outcome });
    }
    if (outcome.is !== 'retry') return end(message, { events: ['sent', 'failed'], outcome });
    const pauseMs =
      outcome.afterMs ?? Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(attempts, 8));
    const atMs = clock.wallMs() + pauseMs;
    if (atMs >= send.expiresAtMs) return end(message, { events: ['sent', 'failed'], outcome });
    return retry(message, atMs, { attempts: attempts + 1, events: ['sent'], outcome });
  }

  async function handle(message: ClaimedMessage, decision: Decision): Promise<Done> {
    if (!message.isSignedIn) return end(message, { outcome: { is: 'gone', status: 0 } });
    if (decision.is === 'send') return limit(() => deliver(message, decision));
    if (decision.is === 'wait') return retry(message, decision.untilMs, { wasPresent: decision.isPresent });
    return end(message, { events: decision.is === 'expired' ? ['expired'] : [] });
  }

  async function sendBatch(batch: readonly ClaimedMessage[]): Promise<void> {
    const decisions = await decideAll(deps, batch);
    const done = await Promise.all(batch.map((message, nth) => handle(message, decisions[nth] as Decision)));
    await settleBatch(deps, done);
  }

  async function sendInTurn(): Promise<void> {
    for (;;) {
      const batch = await claimDue(db, new Date(clock.wallMs()), BATCH);
      if (batch.length > 0) await sendBatch(batch);
      if (batch.length < BATCH) return;
    }
  }

  return {
    async sendDue(): Promise<void> {
      await Promise.all(Array.from({ length: BATCHES }, sendInTurn));
    },
    close: thread.close,
  };
}

/** Stores what became of messages, of their subscriptions, and the counts. */
async function settleBatch(
  { clock, db, jobs, log }: Pick<SendDeps, 'clock' | 'db' | 'jobs' | 'log'>,
  done: readonly Done[],
): Promise<void> {
  const now = new Date(clock.wallMs());
  const idsOf = (...wanted: DeliveryOutcome['is'][]) =>
    done.flatMap(({ message, outcome }) =>
      outcome && wanted.includes(outcome.is) ? [message.subscriptionId] : [],
    );
  await settleClaimed(db, now, done);
  for (const atMs of new Set(done.flatMap(({ dueAt }) => dueAt?.getTime() ?? [])))
    jobs.scheduleJob(sendJob, 'due', new Date(atMs));
  await noteSubscriptions(db, now, {
    gone: idsOf('gone'),
    failing: idsOf('retry', 'refused'),
    accepting: idsOf('accepted'),
  });
  const events = done.flatMap((one) =>
    one.events.map((event) => ({ kind: countedKind(one.message), event })),
  );
  await countMessages(db, now, events);
  const refused = done.find(({ outcome }) => outcome?.is === 'refused');
  if (refused)
    log.warn(
      { service: refused.message.service, status: refused.outcome?.status },
      'push: a service refused messages',
    );
}

/** Reads what decides, for all messages at once. */
async function decideAll(deps: SendDeps, batch: readonly ClaimedMessage[]): Promise<Decision[]> {
  const { clock, db, settings } = deps;
  const userIds = [...new Set(batch.map(({ userId }) => userId))];
  const subjectOf = ({ subjectKind: kind, subjectId: id }: ClaimedMessage) => ({ kind, id });
  const [present, restrictions, states] = await Promise.all([
    listPresent(deps, userIds),
    readRestrictions(db, userIds),
    readSubjectStates(db, batch.map(subjectOf)),
  ]);
  const nowMs = clock.wallMs();
  const quiet = {
    from: settings.get('pushQuietFromHour') * 60,
    until: settings.get('pushQuietUntilHour') * 60,
  };
  return batch.map((message) => {
    const kind = message.kind === 'test' ? message.kind : pushKindOf(message.kind, message.details);
    const isSwitched = kind !== undefined && kind !== 'test' && kind !== 'security';
    return decideMessage(message, {
      nowMs,
      kind,
      isOn: !isSwitched || settings.get(pushSwitchOf(kind)),
      subject: states.get(subjectKey(subjectOf(message))),
      restrictions: restrictions.get(message.userId),
      isPresent: present.has(message.userId),
      quiet,
    });
  });
}

/** Writes the content, and the topic: a push service keeps only the last message of a topic (RFC 8030). */
function compose(
  topicKey: KeyObject,
  message: ClaimedMessage,
  { kind, expiresAtMs, picture }: Send,
  nowMs: number,
): { topic: string; content: string } {
  const { id, userId, subjectKind, subjectId, noticeId, details } = message;
  // The service must not recognize the subject, nor two users of one.
  const topic = createHmac('sha256', topicKey)
    .update(`push ${userId} ${subjectKind} ${subjectId}`)
    .digest('base64url')
    .slice(0, TOPIC_LENGTH);
  const path =
    message.kind === 'test'
      ? paths.notifications
      : noticePath({ kind: message.kind, subject_kind: subjectKind, subject_id: subjectId, details });
  const content: PushMessage = {
    id,
    kind,
    notice: noticeId,
    ...pushText(kind, message),
    path: path ?? paths.notifications,
    image: picture && `/uploads/${imageFile(picture, 320, 'webp')}`,
    topic,
    sent_at: new Date(nowMs).toISOString(),
    expires_at: new Date(expiresAtMs).toISOString(),
  };
  return { topic, content: JSON.stringify(content) };
}

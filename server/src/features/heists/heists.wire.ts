import type {
  AdminHeist,
  CompletedHeist,
  Heist,
  HeistParticipants,
  HeistState,
  HeistStatus,
  VaultState,
} from '@copup/shared/heists.ts';
import { imageUrl } from '@copup/shared/images.ts';
import { type HeistRow, roomVersionOf } from './heists.queries.ts';

/** A heist from the point of view of one user. */
export type ViewedHeist = HeistRow & {
  joined: boolean;
  ownAnswer: string | null;
  answeredAt: Date | null;
  serverTime: Date;
};

/** Returns the status that clients see: while tickets are refunded, the final one. */
export const publicStatus = ({
  status,
  finalStatus,
}: Pick<HeistRow, 'status' | 'finalStatus'>): HeistStatus =>
  status === 'cancelling' ? (finalStatus ?? 'cancelled') : status;

/**
 * Returns what a viewer may know of the question and the answer (H3, H9). The status in the row decides, which only the
 * database's clock changes. Every reply and room takes both from here.
 */
function revealed(
  row: Pick<HeistRow, 'status' | 'finalStatus' | 'question' | 'answers'>,
  hasTicket: boolean,
): { question: string | null; answer: string | null } {
  const status = publicStatus(row);
  const isCompleted = status === 'completed';
  return {
    question: isCompleted || (status === 'started' && hasTicket) ? row.question : null,
    answer: isCompleted ? (row.answers[0] ?? null) : null,
  };
}

/** Fields that are the same for every viewer, operators included. */
const describeHeist = (row: HeistRow) => ({
  id: row.id,
  name: row.name,
  prize: row.prize,
  prize_name: row.prizeName,
  prize_image: imageUrl(row.image),
  ticket_price: row.ticketPrice,
  category: row.category,
  status: publicStatus(row),
  story: row.story,
  answer_commitment: row.answerCommitment.toString('hex'),
  winner_rule: row.winnerRule,
  capacity: row.capacity,
  ...toParticipants(row),
  minimum_users: row.minimumUsers,
  opens_at: row.opensAt.toISOString(),
  starts_at: row.startsAt.toISOString(),
  end_date: row.endDate.toISOString(),
  target_users: row.targetUsers,
  reward_bid_points: row.rewardBidPoints,
  version: roomVersionOf(row),
});

export const toHeist = (row: ViewedHeist): Heist => ({
  ...describeHeist(row),
  ...revealed(row, row.joined),
  joined: row.joined,
  answered: row.answeredAt !== null,
  own_answer: row.ownAnswer,
  answered_at: row.answeredAt?.toISOString() ?? null,
  server_time: row.serverTime.toISOString(),
});

/** A heist in the operators' lists. */
export type ListedHeist = HeistRow & { pot: number; answersCount: number };

/** Includes the question and the answers, which players do not see before their time (H3). */
export const toAdminHeist = (row: ListedHeist): AdminHeist => ({
  ...describeHeist(row),
  realm: row.realm,
  question: row.question,
  answer: row.answers[0] ?? null,
  answers: row.answers,
  subsidy: row.subsidy,
  pot: row.pot,
  answers_count: row.answersCount,
  winner: row.winnerUsername,
  created_at: row.createdAt.toISOString(),
  settled_at: row.settledAt?.toISOString() ?? null,
  cancel_reason: row.cancelReason,
});

export const toCompletedHeist = (row: HeistRow): CompletedHeist => ({
  id: row.id,
  name: row.name,
  prize: row.prize,
  prize_name: row.prizeName,
  prize_image: imageUrl(row.image),
  category: row.category,
  end_date: row.endDate.toISOString(),
  winner: row.winnerUsername,
});

const toParticipants = ({
  participants,
  capacity,
}: Pick<HeistRow, 'participants' | 'capacity'>): HeistParticipants => ({
  participant_count: participants,
  remaining_spots: capacity - participants,
});

type StateColumns = Pick<
  HeistRow,
  'status' | 'finalStatus' | 'participants' | 'capacity' | 'opensAt' | 'startsAt' | 'endDate'
>;

/** Returns the state of a heist's room from a row (H5). */
export const toHeistState = (row: StateColumns): HeistState => ({
  status: publicStatus(row),
  participants: row.participants,
  left: row.capacity - row.participants,
  opensAt: row.opensAt.getTime(),
  startsAt: row.startsAt.getTime(),
  endDate: row.endDate.getTime(),
});

type VaultColumns = Pick<
  HeistRow,
  'status' | 'finalStatus' | 'question' | 'answers' | 'startsAt' | 'endDate'
>;

/** Returns the state of a vault's room, whose members have tickets (H3). */
export const toVaultState = (row: VaultColumns): VaultState => ({
  status: publicStatus(row),
  question: revealed(row, true).question,
  startsAt: row.startsAt.getTime(),
  endDate: row.endDate.getTime(),
});

import { createHmac } from 'node:crypto';
import { deserialize, serialize } from 'node:v8';
import type { RawData } from 'ws';
import { BadOptions } from '../bad-options.ts';

const SECRET_VARIABLE = 'COPUP_LOAD_SECRET';
const LEAST_SECRET = 16;
/** The plan of thousands of players, with their tokens, is one message. */
export const MAX_MESSAGE_BYTES = 512 * 2 ** 20;
/** Why an agent ends a connection. */
export const CLOSE = { badSecret: 4401, busy: 4409 } as const;

/** A call of the coordinator: of one worker, or of the agent itself. */
export interface AgentRequest {
  id: number;
  worker?: number;
  name: string;
  argument?: unknown;
}

/** The reply to a call, or a worker's tick or end, which have no call. */
export interface AgentReply {
  id?: number;
  worker?: number;
  value?: unknown;
  error?: string;
}

/** Answers an agent's challenge. The secret itself is never sent. */
export const proofOf = (secret: string, challenge: string): Buffer =>
  createHmac('sha256', secret).update(challenge).digest();

export const encode = (message: AgentRequest | AgentReply): Buffer => serialize(message);
/** Only for messages of a peer that has shown the secret. */
export const decode = <Message>(data: RawData): Message => deserialize(data as Buffer) as Message;

/** Reads the secret that all driver machines share: a caller who knows it can let an agent send load. */
export function readSecret(env: NodeJS.ProcessEnv): string {
  const secret = env[SECRET_VARIABLE] ?? '';
  if (secret.length < LEAST_SECRET)
    throw new BadOptions(
      `${SECRET_VARIABLE} must have at least ${LEAST_SECRET} characters, the same for the agents and the run that uses them.`,
    );
  return secret;
}

import type { FairnessReply } from '@copup/shared/fairness-calls.ts';
import type { Viewer } from '../sessions/sessions.ts';

/** Reads the caller's own draws of one subject; undefined where they have none. Never returns a seed before its reveal. */
export type ReadProof = (viewer: Viewer, id: number) => Promise<FairnessReply | undefined>;

import { SPIN_ID } from '@copup/shared/spin-proof.ts';
import type { Subject } from '../../subject.ts';

/** The wheel: one subject, with a seed for each user. */
export const WHEEL: Subject = { kind: 'spin', id: String(SPIN_ID) };

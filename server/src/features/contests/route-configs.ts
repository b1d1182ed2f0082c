/** Who may use the calls of all three kinds, their rate limits and their errors. */
export const readList = { access: 'user', limit: 'read' } as const;
export const readOne = { ...readList, errors: ['CONTEST_NOT_FOUND'] } as const;

const openErrors = ['CONTEST_NOT_FOUND', 'CONTEST_NOT_ACTIVE', 'CONTEST_ENDED'] as const;
export const join = {
  access: 'player',
  limit: 'payEntry',
  errors: [...openErrors, 'ALREADY_JOINED', 'NOT_ENOUGH_COINS', 'LIMIT_REACHED', 'TAKING_A_BREAK'],
} as const;
/** Errors of every play. */
export const playErrors = [...openErrors, 'DECIDED_TOO_LATE', 'NOT_JOINED'] as const;

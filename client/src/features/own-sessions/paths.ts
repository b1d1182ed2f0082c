export const sessionPaths = { sessions: '/sessions' } as const;

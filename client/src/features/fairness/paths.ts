export const fairnessPaths = { fair: '/fair', proof: '/fair/:kind/:id' } as const;

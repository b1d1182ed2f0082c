export const ada = '01890a5d-ac96-774b-bcce-b302099a8057';
export const bola = '01890a5d-ac96-774b-bcce-b302099a8058';
/** The times of auction 1001. */
export const startMs = 1_763_640_000_000;
export const endMs = startMs + 60_000;
export const hardEndMs = endMs + 15_000;

/** Returns the id in an address; NaN if it is invalid. */
export const pathId = (text = '') => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : Number.NaN);

export const capitalized = (noun: string) => noun.charAt(0).toUpperCase() + noun.slice(1);

/** Returns the name of a queue or a kind as operators read it: "Heist orders". */
export const inWords = (name: string) => capitalized(name.replaceAll('-', ' '));

/** Returns a status or a kind as operators read it: "Active", "On hold". */
export const statusWord = (status: string) => capitalized(status.replaceAll('_', ' '));

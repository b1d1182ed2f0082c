export const capitalized = (noun: string) => noun.charAt(0).toUpperCase() + noun.slice(1);

/** "Adaeze Okonkwo" → AO, "tunde_balogun" → TB, "zainab" → ZA, "chidi_•••" → CH. */
export function initialsOf(name: string): string {
  const words = name.split(/[\s_.•-]+/u).filter(Boolean);
  const [first = '', second] = words;
  return (second ? `${[...first][0]}${[...second][0]}` : [...first].slice(0, 2).join('')).toLocaleUpperCase(
    'en',
  );
}

export type ItemArtKind =
  | 'phone'
  | 'car'
  | 'coins'
  | 'generator'
  | 'cooker'
  | 'coupon'
  | 'television'
  | 'gamepad'
  | 'speaker'
  | 'laptop'
  | 'parcel';

const words: [RegExp, ItemArtKind][] = [
  [/\b(phone|iphone|galaxy|pixel|tecno|infinix|itel|redmi|samsung a\d|handset)/i, 'phone'],
  [/\b(car|corolla|camry|toyota|honda|benz|lexus|sedan|suv|keke|motorcycle|bike)\b/i, 'car'],
  [/\b(laptop|macbook|notebook)\b/i, 'laptop'],
  [/\b(playstation|ps[45]|xbox|game ?pad|console)\b/i, 'gamepad'],
  [/\b(speaker|radio|soundbar)\b/i, 'speaker'],
  [/\b(tv|television|monitor|screen)\b/i, 'television'],
  [/\b(generator|kva|inverter|solar|battery)\b/i, 'generator'],
  [/\b(cooker|blender|kettle|toaster|microwave|oven|fryer|pots?|mixer)\b/i, 'cooker'],
  [/\bcoins?\b/i, 'coins'],
];

/** Returns the drawing for an item, by a word of its name or by its category. */
export function itemArtFor(name: string, category: string): ItemArtKind {
  if (category === 'cash') return 'coins';
  if (category === 'coupon') return 'coupon';
  return words.find(([pattern]) => pattern.test(name))?.[1] ?? 'parcel';
}

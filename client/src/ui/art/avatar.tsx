import { smallAvatar } from '@copup/shared/images.ts';
import { useState } from 'react';
import { isThrifty } from '../../lib/thrift.ts';
import { initialsOf } from './avatar-initials.ts';

/** Up to this edge the small picture is sharp enough. */
const smallUpTo = 40;

/** Seven ring-patterned tints: background and foreground. */
const tints = [
  ['#16277f', '#c9d2ff'],
  ['#b92a12', '#ffe0d8'],
  ['#0a7245', '#c9f3dd'],
  ['#6b3f00', '#ffe3ae'],
  ['#2a45d6', '#e6e9fb'],
  ['#474c66', '#e7e8ef'],
  ['#0b6170', '#c9f0f5'],
] as const;

function tintOf(key: string): (typeof tints)[number] {
  let sum = 0;
  for (const character of key) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 9973;
  return tints[sum % tints.length] ?? tints[0];
}

interface AvatarProps {
  /** The displayed name; its initials are drawn without a picture. */
  name: string;
  /** Determines the tint, so that a user has the same colour everywhere. Default: `name`, if that is the username. */
  username?: string;
  /** URL of the user's own picture. */
  picture?: string | null;
  /** Edge in px. */
  size: number;
}

/** The user's picture, or their initials on a tint chosen by username. Decorative: the name is displayed beside it. The
 * data saver shows initials where the picture would be small. */
export function Avatar({ name, username = name, picture, size }: AvatarProps) {
  // A picture that its user has replaced since is gone.
  const [missing, setMissing] = useState<string | null>(null);
  if (picture && picture !== missing && !(size <= smallUpTo && isThrifty())) {
    return (
      <img
        src={size <= smallUpTo ? smallAvatar(picture) : picture}
        onError={() => setMissing(picture)}
        alt=""
        width={size}
        height={size}
        className="shrink-0 rounded-full object-cover"
        loading="lazy"
      />
    );
  }
  const [background, drawn] = tintOf(username);
  return (
    <svg width={size} height={size} viewBox="0 0 40 40" className="shrink-0 rounded-full" aria-hidden="true">
      <rect width="40" height="40" fill={background} />
      <g fill="none" stroke={drawn} opacity=".28">
        <circle cx="34" cy="6" r="6" strokeWidth="2" />
        <circle cx="34" cy="6" r="12" strokeWidth="2" strokeDasharray="1 4" strokeLinecap="round" />
        <circle cx="34" cy="6" r="18" strokeWidth="1.4" />
      </g>
      <text
        x="20"
        y="25.4"
        textAnchor="middle"
        fontWeight="700"
        fontSize="15.5"
        fill={drawn}
        letterSpacing="-.4"
      >
        {initialsOf(name)}
      </text>
    </svg>
  );
}

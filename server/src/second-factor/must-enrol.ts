import type { Deps } from '../deps.ts';
import type { Viewer } from '../sessions/sessions.ts';

/** Returns whether this operator must enrol a second factor before doing anything else (S8a). */
export function mustEnrol(
  { config, settings }: Pick<Deps, 'config' | 'settings'>,
  { role, hasSecondFactor }: Pick<Viewer, 'role' | 'hasSecondFactor'>,
): boolean {
  return role === 1 && !hasSecondFactor && config.isProduction && settings.get('secondFactorRequired');
}

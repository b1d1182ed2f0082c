import type { Deps } from '../deps.ts';
import type { Viewer } from '../sessions/sessions.ts';

/** S8a: whether this operator can do nothing but enrol a second factor. */
export function mustEnrol(
  { config, settings }: Pick<Deps, 'config' | 'settings'>,
  { role, hasSecondFactor }: Pick<Viewer, 'role' | 'hasSecondFactor'>,
): boolean {
  return role === 1 && !hasSecondFactor && config.isProduction && settings.get('secondFactorRequired');
}

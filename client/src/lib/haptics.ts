import { readStored, writeStored } from './stored.ts';
import { prefersStillness } from './thrift.ts';

const key = 'vibration';

/** Whether the user has left vibrations on. */
export const isVibrationOn = (): boolean => readStored(key) !== 'off';
export const setVibration = (isOn: boolean): void => writeStored(key, isOn ? 'on' : 'off');

/** Whether the device can vibrate at all. */
export const canVibrate = (): boolean => 'vibrate' in navigator;

export interface VibrationSituation {
  isOn: boolean;
  /** Whether the user prefers reduced motion. */
  isStill: boolean;
  /** Whether the user has touched the page. */
  isTouched: boolean;
  /** Time since the last vibration that keeps a distance. */
  sinceLastMs: number;
  /** The least distance to the last such vibration. */
  apartMs: number;
}

/** Returns whether the device may vibrate now. */
export function mayVibrate({ isOn, isStill, isTouched, sinceLastMs, apartMs }: VibrationSituation): boolean {
  return isOn && !isStill && isTouched && sinceLastMs >= apartMs;
}

let lastAtMs = Number.NEGATIVE_INFINITY;

/** Vibrates once, if the user allows it. `apartMs` is the least distance to the last call with a distance. */
export function vibrate(pattern: number | number[], apartMs = 0): void {
  const nowMs = performance.now();
  const may = mayVibrate({
    isOn: isVibrationOn(),
    isStill: prefersStillness(),
    isTouched: navigator.userActivation?.hasBeenActive === true,
    sinceLastMs: nowMs - lastAtMs,
    apartMs,
  });
  if (!canVibrate() || !may) return;
  if (apartMs > 0) lastAtMs = nowMs;
  navigator.vibrate(pattern);
}

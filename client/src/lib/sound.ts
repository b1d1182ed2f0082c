import { readStored, writeStored } from './stored.ts';

const key = 'sound';
const lengthS = 0.18;

/** Whether the user has switched sounds on. */
export const isSoundOn = (): boolean => readStored(key) === 'on';
export const setSound = (isOn: boolean): void => {
  writeStored(key, isOn ? 'on' : 'off');
  // iOS plays sounds only after the first one was caused by a touch, which this is.
  playTone(660);
};

let audio: AudioContext | undefined;

/** Plays a short tone, if the user has switched sounds on, has touched the page and sees it. */
export function playTone(hz: number): void {
  if (!isSoundOn() || document.hidden || navigator.userActivation?.hasBeenActive === false) return;
  try {
    audio ??= new AudioContext();
    audio.resume().catch(() => undefined);
    const atS = audio.currentTime;
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.frequency.value = hz;
    volume.gain.setValueAtTime(0.2, atS);
    // Fades out, because an abrupt end clicks.
    volume.gain.exponentialRampToValueAtTime(0.001, atS + lengthS);
    tone.connect(volume).connect(audio.destination);
    tone.start(atS);
    tone.stop(atS + lengthS);
  } catch {
    // A device without sound must not break the auction.
  }
}

import { useEffect, useRef } from 'react';
import { isThrifty, prefersStillness } from '../../lib/thrift.ts';

export const SPAWN_EVERY_MS = 200;
export const REMOVE_AFTER_MS = 8_000;
export const FALL_MIN_MS = 5_000;
export const FALL_MAX_MS = 8_000;
const STILL_FLAKES = 16;

const SVG = 'http://www.w3.org/2000/svg';
const ARM = 'M12 12V2M12 5.5 9.6 3.4M12 5.5l2.4-2.1';

function makeFlake(): SVGSVGElement {
  const flake = document.createElementNS(SVG, 'svg');
  flake.setAttribute('viewBox', '0 0 24 24');
  flake.setAttribute('fill', 'none');
  flake.setAttribute('stroke', 'currentColor');
  flake.setAttribute('stroke-width', '1.5');
  flake.setAttribute('stroke-linecap', 'round');
  for (let turn = 0; turn < 360; turn += 60) {
    const arm = document.createElementNS(SVG, 'path');
    arm.setAttribute('d', ARM);
    arm.setAttribute('transform', `rotate(${turn} 12 12)`);
    flake.append(arm);
  }
  const heart = document.createElementNS(SVG, 'circle');
  heart.setAttribute('cx', '12');
  heart.setAttribute('cy', '12');
  heart.setAttribute('r', '2.6');
  flake.append(heart);
  const edgePx = 10 + Math.random() * 16;
  flake.style.cssText = `position:absolute;width:${edgePx}px;height:${edgePx}px;left:${Math.random() * 100}%;opacity:${0.35 + Math.random() * 0.45}`;
  return flake;
}

/**
 * Falling snowflakes: one every 200 ms; each falls for 5 to 8 s and is removed after 8 s. It stops while the page is hidden or the
 * snow is out of view, is static with reduced motion, and is omitted with Save-Data.
 */
export function Snow() {
  const sky = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const element = sky.current;
    if (!element || isThrifty()) return;
    if (prefersStillness()) {
      for (let nth = 0; nth < STILL_FLAKES; nth += 1) {
        const flake = makeFlake();
        flake.style.top = `${Math.random() * 100}%`;
        element.append(flake);
      }
      return () => element.replaceChildren();
    }
    let isInView = true;
    const watcher = new IntersectionObserver(([entry]) => {
      isInView = entry?.isIntersecting ?? true;
    });
    watcher.observe(element);
    const removals = new Set<ReturnType<typeof setTimeout>>();
    const spawning = setInterval(() => {
      if (document.hidden || !isInView) return;
      const flake = makeFlake();
      const fallMs = FALL_MIN_MS + Math.random() * (FALL_MAX_MS - FALL_MIN_MS);
      flake.style.top = '0';
      flake.style.animation = `copup-snow ${fallMs}ms linear both`;
      element.append(flake);
      const removal = setTimeout(() => {
        removals.delete(removal);
        flake.remove();
      }, REMOVE_AFTER_MS);
      removals.add(removal);
    }, SPAWN_EVERY_MS);
    return () => {
      clearInterval(spawning);
      for (const removal of removals) clearTimeout(removal);
      watcher.disconnect();
      element.replaceChildren();
    };
  }, []);

  return (
    <div
      ref={sky}
      data-snow
      aria-hidden="true"
      className="pointer-events-none absolute inset-0 z-1 overflow-hidden text-on-stage-2"
    />
  );
}

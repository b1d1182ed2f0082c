/** The burst of beads around the winner of a finished auction. */
export function BeadRing({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 148 148" className={className} aria-hidden="true">
      <circle cx="74.0" cy="8.0" r="4.6" fill="#ffb01f" />
      <circle cx="85.8" cy="7.0" r="3" className="fill-brand on-stage:fill-on-stage-2" />
      <circle cx="96.6" cy="12.0" r="3.4" className="fill-live on-stage:fill-hot" />
      <circle cx="108.0" cy="15.1" r="2.4" fill="#ffb01f" />
      <circle cx="116.4" cy="23.4" r="4.6" fill="#ffb01f" />
      <circle cx="126.1" cy="30.3" r="3" className="fill-brand on-stage:fill-on-stage-2" />
      <circle cx="131.2" cy="41.0" r="3.4" className="fill-live on-stage:fill-hot" />
      <circle cx="137.9" cy="50.7" r="2.4" fill="#ffb01f" />
      <circle cx="139.0" cy="62.5" r="4.6" fill="#ffb01f" />
      <circle cx="142.0" cy="74.0" r="3" className="fill-brand on-stage:fill-on-stage-2" />
      <circle cx="139.0" cy="85.5" r="3.4" className="fill-live on-stage:fill-hot" />
      <circle cx="137.9" cy="97.3" r="2.4" fill="#ffb01f" />
      <circle cx="131.2" cy="107.0" r="4.6" fill="#ffb01f" />
      <circle cx="126.1" cy="117.7" r="3" className="fill-brand on-stage:fill-on-stage-2" />
      <circle cx="116.4" cy="124.6" r="3.4" className="fill-live on-stage:fill-hot" />
      <circle cx="108.0" cy="132.9" r="2.4" fill="#ffb01f" />
      <circle cx="96.6" cy="136.0" r="4.6" fill="#ffb01f" />
      <circle cx="85.8" cy="141.0" r="3" className="fill-brand on-stage:fill-on-stage-2" />
      <circle cx="74.0" cy="140.0" r="3.4" className="fill-live on-stage:fill-hot" />
      <circle cx="62.2" cy="141.0" r="2.4" fill="#ffb01f" />
      <circle cx="51.4" cy="136.0" r="4.6" fill="#ffb01f" />
      <circle cx="40.0" cy="132.9" r="3" className="fill-brand on-stage:fill-on-stage-2" />
      <circle cx="31.6" cy="124.6" r="3.4" className="fill-live on-stage:fill-hot" />
      <circle cx="21.9" cy="117.7" r="2.4" fill="#ffb01f" />
      <circle cx="16.8" cy="107.0" r="4.6" fill="#ffb01f" />
      <circle cx="10.1" cy="97.3" r="3" className="fill-brand on-stage:fill-on-stage-2" />
      <circle cx="9.0" cy="85.5" r="3.4" className="fill-live on-stage:fill-hot" />
      <circle cx="6.0" cy="74.0" r="2.4" fill="#ffb01f" />
      <circle cx="9.0" cy="62.5" r="4.6" fill="#ffb01f" />
      <circle cx="10.1" cy="50.7" r="3" className="fill-brand on-stage:fill-on-stage-2" />
      <circle cx="16.8" cy="41.0" r="3.4" className="fill-live on-stage:fill-hot" />
      <circle cx="21.9" cy="30.3" r="2.4" fill="#ffb01f" />
      <circle cx="31.6" cy="23.4" r="4.6" fill="#ffb01f" />
      <circle cx="40.0" cy="15.1" r="3" className="fill-brand on-stage:fill-on-stage-2" />
      <circle cx="51.4" cy="12.0" r="3.4" className="fill-live on-stage:fill-hot" />
      <circle cx="62.2" cy="7.0" r="2.4" fill="#ffb01f" />
    </svg>
  );
}

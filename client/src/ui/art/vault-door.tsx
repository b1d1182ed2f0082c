const bolts = Array.from({ length: 12 }, (_, at) => at * 30);
const ticks = Array.from({ length: 60 }, (_, at) => at * 6);
const spokes = [0, 120, 240];

export function VaultDoor({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 240 240" className={className} aria-hidden="true">
      <circle cx="120" cy="120" r="118" fill="#0f1b5e" />
      <circle cx="120" cy="120" r="108" fill="#2438a6" />
      {bolts.map((angle) => (
        <circle key={angle} cx="120" cy="13" r="5" fill="#8ea2ff" transform={`rotate(${angle} 120 120)`} />
      ))}
      <circle cx="120" cy="120" r="96" fill="#16277f" />
      <circle cx="120" cy="120" r="94" fill="none" stroke="#3d50bd" strokeWidth="3" />
      {ticks.map((angle) => (
        <path
          key={angle}
          d={angle % 30 === 0 ? 'M120 30V42' : 'M120 33V42'}
          stroke="#c9d2ff"
          strokeWidth={angle % 30 === 0 ? 3 : 1.6}
          opacity={angle % 30 === 0 ? 0.95 : 0.5}
          transform={`rotate(${angle} 120 120)`}
        />
      ))}
      <circle cx="120" cy="120" r="72" fill="#0f1b5e" stroke="#3d50bd" strokeWidth="2" />
      <g transform="rotate(18 120 120)">
        {spokes.map((angle) => (
          <g key={angle} fill="#f6f4ee" transform={`rotate(${angle} 120 120)`}>
            <rect x="114" y="64" width="12" height="50" rx="6" />
            <circle cx="120" cy="64" r="10" />
          </g>
        ))}
        <circle cx="120" cy="120" r="26" fill="#ffb01f" />
        <circle cx="120" cy="120" r="17" fill="#ffcf70" stroke="#dd8f05" strokeWidth="2" />
      </g>
      <circle cx="120" cy="36" r="6" fill="#ff8468" />
    </svg>
  );
}

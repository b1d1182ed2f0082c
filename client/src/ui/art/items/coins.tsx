export function CoinsArt({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 200 200" className={className} aria-hidden="true">
      <ellipse cx="100" cy="164" rx="82" ry="9" fill="#0f1530" opacity=".12" />
      <Stack x={132} y={138} count={6} />
      <Stack x={62} y={146} count={3} />
      <Stack x={104} y={156} count={2} scale={0.86} />
    </svg>
  );
}

function Stack({ x, y, count, scale = 1 }: { x: number; y: number; count: number; scale?: number }) {
  const of = (length: number) => length * scale;
  const [rx, ry] = [of(34), of(13)];
  const top = y - (count - 1) * ry;
  return (
    <>
      {Array.from({ length: count }, (_, nth) => y - nth * ry).flatMap((at) => [
        <path
          key={`edge ${at}`}
          d={`M${x - rx} ${at}v${of(9)}a${rx} ${ry} 0 0 0 ${2 * rx} 0v${-of(9)}z`}
          fill="#a86200"
        />,
        <ellipse key={at} cx={x} cy={at} rx={rx} ry={ry} fill="#ffb01f" />,
      ])}
      <ellipse cx={x} cy={top} rx={of(25)} ry={of(9)} fill="#ffcf70" stroke="#dd8f05" strokeWidth="1.6" />
      <path
        d={`M${x + of(8)} ${top - of(1)}a${of(9)} ${of(3.6)} 0 1 1 ${-of(6)} ${-of(2.6)}`}
        fill="none"
        stroke="#8a4b00"
        strokeWidth={of(3.4)}
      />
    </>
  );
}

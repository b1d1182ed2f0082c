interface IconProps {
  size: number;
}

/*
 * Copies of Lucide's icons. Imported from the library they would be bundled into the entry file, which other files import before
 * it has run, so that tables of icons would contain undefined.
 */
function Icon({ size, path }: IconProps & { path: string }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <g fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round">
        <path d={path} />
      </g>
    </svg>
  );
}

const wifiOff =
  'M12 20h.01M8.5 16.429a5 5 0 0 1 7 0M5 12.859a10 10 0 0 1 5.17-2.69M19 12.859a10 10 0 0 0-2.007-1.523M2 8.82a15 15 0 0 1 4.177-2.643M22 8.82a15 15 0 0 0-11.288-3.764M2 2l20 20';
const cloudOff =
  'M10.94 5.274A7 7 0 0 1 15.71 10h1.79a4.5 4.5 0 0 1 4.222 6.057M18.796 18.81A4.5 4.5 0 0 1 17.5 19H9A7 7 0 0 1 5.79 5.78M2 2l20 20';
const refresh =
  'M3 12a9 9 0 0 1 9-9 9.75 9.75 0 0 1 6.74 2.74L21 8M21 3v5h-5M21 12a9 9 0 0 1-9 9 9.75 9.75 0 0 1-6.74-2.74L3 16M8 16H3v5';

export const WifiOff = (props: IconProps) => <Icon path={wifiOff} {...props} />;
export const CloudOff = (props: IconProps) => <Icon path={cloudOff} {...props} />;
export const RefreshCw = (props: IconProps) => <Icon path={refresh} {...props} />;

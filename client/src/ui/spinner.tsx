/** A turning ring; text beside it describes what is loading. */
export function Spinner({ className = 'size-[18px]' }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={`${className} inline-block shrink-0 animate-spin rounded-full border-[2.5px] border-current border-r-transparent motion-reduce:animate-none`}
    />
  );
}

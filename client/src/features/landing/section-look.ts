/** Class names that all landing sections and their titles share. */
export const section = 'mx-auto max-w-[1240px] scroll-mt-4 px-5 pt-11 pb-2 lg:px-10 lg:pt-15';
export const sectionTitle =
  'mb-5 font-display text-[clamp(1.75rem,7.4vw,2.75rem)] leading-[1.02] tracking-[-0.03em]';

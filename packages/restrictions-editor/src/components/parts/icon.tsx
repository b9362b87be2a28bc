import type { ReactElement } from 'react';

const paths = {
  check: 'M3.5 8.5l3 3 6-7',
  dash: 'M4 8h8',
  chevron: 'M6 4l4 4-4 4',
  search: 'M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10zm3.6-1.4L14 14',
  close: 'M4 4l8 8M12 4l-8 8',
  question: 'M5.5 6a2.5 2.5 0 1 1 3.4 2.4c-.6.3-.9.7-.9 1.4M8 12v.2',
  warning: 'M8 2.5L14.5 13.5H1.5L8 2.5zM8 6.5v3.5M8 11.8v.2',
  plus: 'M8 3v10M3 8h10',
} as const;

/** A decorative icon; screen readers read the text next to it. */
export function Icon({ name }: { readonly name: keyof typeof paths }): ReactElement {
  return (
    <svg className="mge-icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d={paths[name]} />
    </svg>
  );
}

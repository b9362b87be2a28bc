import type { ReactElement } from 'react';

const dayMs = 86_400_000;

/** A point in time: the time of day if it is recent, otherwise the date. */
export function When({ atMs }: { readonly atMs: number }): ReactElement {
  const time = new Date(atMs);
  const isRecent = Date.now() - atMs < dayMs;
  return (
    <time dateTime={time.toISOString()} title={time.toLocaleString()}>
      {isRecent ? time.toLocaleTimeString() : time.toLocaleDateString()}
    </time>
  );
}

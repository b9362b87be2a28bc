import type { ReactElement } from 'react';

const dayMs = 86_400_000;

/** A moment: its time of day where it was not long ago, and its date otherwise. */
export function When({ atMs }: { readonly atMs: number }): ReactElement {
  const time = new Date(atMs);
  const isRecent = Date.now() - atMs < dayMs;
  return (
    <time dateTime={time.toISOString()} title={time.toLocaleString()}>
      {isRecent ? time.toLocaleTimeString() : time.toLocaleDateString()}
    </time>
  );
}

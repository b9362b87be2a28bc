import type { ReactElement } from 'react';

/** What is shown to those who have not come by the address in the terminal. */
export function Locked({
  reason = 'Open the address that the terminal shows.',
}: {
  readonly reason?: string;
}): ReactElement {
  return (
    <main className="mge-surface ui-locked">
      <h1>Modegate</h1>
      <p role="alert">{reason}</p>
      <p className="mge-muted">
        <code>modes-server ui</code> prints the address of this page. It works as long as that command runs.
      </p>
    </main>
  );
}

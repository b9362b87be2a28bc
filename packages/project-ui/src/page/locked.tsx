import type { ReactElement } from 'react';
import { useStrings } from './parts/strings-context.ts';

/** What is shown to those who have not come by the address in the terminal. */
export function Locked({ reason }: { readonly reason?: string | undefined }): ReactElement {
  const strings = useStrings();
  return (
    <main className="mge-surface ui-locked">
      <h1>{strings.product}</h1>
      <p role="alert">{reason ?? strings.openAddress}</p>
      <p className="mge-muted">{strings.howToOpen('modes-server ui')}</p>
    </main>
  );
}

import type { ReactElement } from 'react';
import type { Origin } from '../../model/origin.ts';
import { showName } from '../../views/shown-text.tsx';
import { useStrings } from '../../words/words.ts';

/** The reason for a row's state, as a single word. */
export function OriginBadge({ origin }: { readonly origin: Origin }): ReactElement {
  const strings = useStrings();
  const words = origin.mode === undefined ? strings.origins[origin.kind] : strings.inheritedFrom(showName(origin.mode));
  return (
    <span className="mge-badge" data-kind={origin.kind}>
      {words}
    </span>
  );
}

import type { ReactElement } from 'react';
import { Prose } from '../../views/shown-text.tsx';
import { Icon } from './icon.tsx';

/** A warning about a rule. */
export function Warning({ text }: { readonly text: string }): ReactElement {
  return (
    <span className="mge-conflict">
      <Icon name="warning" />
      <Prose text={text} />
    </span>
  );
}

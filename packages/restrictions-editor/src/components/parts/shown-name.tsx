import type { ReactElement } from 'react';
import { useStrings } from './strings-context.ts';

const maxShown = 120;

/**
 * A name from elsewhere: cut, with characters that hide or reorder text written out, and apart from the direction of the text around it.
 */
export function ShownName({ name }: { readonly name: string }): ReactElement {
  const strings = useStrings();
  const characters = Array.from(name);
  const rest = characters.length - maxShown;
  return (
    <bdi className="mge-name">
      {showName(rest > 0 ? characters.slice(0, maxShown).join('') : name)}
      {rest > 0 && <span className="mge-muted"> … {strings.cutName(rest)}</span>}
    </bdi>
  );
}

/** The text of a name for a label, cut and with hidden characters written out. */
export function showName(name: string): string {
  const characters = Array.from(name);
  const cut = characters.length > maxShown ? `${characters.slice(0, maxShown).join('')}…` : name;
  return cut === ''
    ? '“”'
    : cut.replaceAll(hidden, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}

// Control and format characters, among them all that change the direction of text, separators, and half characters.
const hidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u00a0\u115f\u1160\u3164]/gu;

import type { ReactElement } from 'react';
import { useStrings } from '../words/words.ts';

const maxNameLength = 120;
const maxSentenceLength = 3000;

/**
 * A name from an outside source: shortened, with hidden characters made visible, and isolated from the direction of the
 * surrounding text.
 */
export function ShownName({ name }: { readonly name: string }): ReactElement {
  const strings = useStrings();
  const characters = Array.from(name);
  const rest = characters.length - maxNameLength;
  return (
    <bdi className="mge-name">
      {showName(rest > 0 ? characters.slice(0, maxNameLength).join('') : name)}
      {rest > 0 && <span className="mge-muted"> … {strings.cutName(rest)}</span>}
    </bdi>
  );
}

/** Returns the text of a name for a label, shortened and with hidden characters made visible. */
export function showName(name: string): string {
  const characters = Array.from(name);
  const cut = characters.length > maxNameLength ? `${characters.slice(0, maxNameLength).join('')}…` : name;
  return cut === '' ? '“”' : writeOut(cut);
}

/** A sentence that may quote names from outside sources, shown with the same care as a name. */
export function Prose({ text }: { readonly text: string }): ReactElement {
  return <bdi>{showProse(text)}</bdi>;
}

/** A paragraph of {@link Prose}. */
export function Sentence({ text, className }: { readonly text: string; readonly className?: string }): ReactElement {
  return (
    <p className={className}>
      <Prose text={text} />
    </p>
  );
}

/** Returns the text of a sentence for a label, treated as in {@link Prose}. */
export function showProse(text: string): string {
  const line = text.replaceAll(/[\n\r\t]+/g, ' ');
  return writeOut(line.length > maxSentenceLength ? `${line.slice(0, maxSentenceLength)}…` : line);
}

/** Returns a multi-line text in full, with hidden characters made visible. */
export function showLines(text: string): string {
  return text
    .split(/([\n\t])/)
    .map((piece) => (piece === '\n' || piece === '\t' ? piece : writeOut(piece)))
    .join('');
}

function writeOut(text: string): string {
  return text.replaceAll(hidden, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}

// Control and format characters, including all characters that change the direction of text; separators; and lone
// surrogates.
const hidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u00a0\u115f\u1160\u3164]/gu;

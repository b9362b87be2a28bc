import { escapeControls } from '@modegate/policy-check/reporters';
import type { ReactElement } from 'react';

const maxCharacters = 3000;

/** A sentence that has names from the files in it: cut, without characters that hide or reorder text, and apart from the direction of the text around it. */
export function Prose({ text }: { readonly text: string }): ReactElement {
  return <bdi>{shownProse(text)}</bdi>;
}

/** The text of a sentence with names from the files, for a label. */
export function shownProse(text: string): string {
  return escapeControls(text.length > maxCharacters ? `${text.slice(0, maxCharacters)}…` : text);
}

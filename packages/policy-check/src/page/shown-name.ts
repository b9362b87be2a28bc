import { type Markup, markup } from './markup.ts';
import { cutText } from './shown-text.ts';

const maxNameLength = 120;
const maxSentenceLength = 4000;

/** Renders a name from another source: truncated, and isolated from the direction of the surrounding text. */
export function shownName(name: string): Markup {
  const { shown, rest } = cutText(name, maxNameLength);
  return markup`<bdi class="mgr-name">${shown === '' ? '“”' : shown}${rest > 0 ? ` … and ${rest} more characters` : undefined}</bdi>`;
}

/** Renders one of the program's own sentences, in which backticks mark code. */
export function shownNote(note: string): Markup {
  const parts = note
    .split('`')
    .map((part, index) => (index % 2 === 0 ? shownSentence(part) : markup`<code>${part}</code>`));
  return markup`${parts}`;
}

/** Renders a sentence that may quote other sources: truncated if it would fill the page. */
export function shownSentence(sentence: string): Markup {
  const { shown, rest } = cutText(sentence, maxSentenceLength);
  return markup`<bdi>${shown}${rest > 0 ? ` … and ${rest} more characters` : undefined}</bdi>`;
}

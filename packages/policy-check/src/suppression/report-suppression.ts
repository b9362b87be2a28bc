import type { Fix, FoundProblem } from '../source/finding.ts';
import { suppressionKey } from '../workspace/suppression-key.ts';
import type { Suppression } from './find-suppressions.ts';

/** Information on how a suppression was used. */
export interface SuppressionUse {
  /** Rule ids, keyed by id and by name. */
  readonly idOf: ReadonlyMap<string, string>;
  /** The ids of the rules that ran. */
  readonly ran: ReadonlySet<string>;
  /** The ids of the rules whose findings the suppression hid. */
  readonly used: ReadonlySet<string>;
}

/** Reports the faults in one suppression. */
export function reportSuppression(suppression: Suppression, use: SuppressionUse): readonly FoundProblem[] {
  const { rules, reason, location } = suppression;
  const found = (message: string, fix?: Fix): FoundProblem => ({ message, location, fix });
  if (rules.length === 0)
    return [found(`A suppression must specify the rules that it applies to, as in '${suppressionKey} M003: reason'.`)];
  const unknown = rules.filter((rule) => !use.idOf.has(rule));
  if (unknown.length > 0)
    return [found(`No rule is called '${cut(unknown.join(', '))}', so this part of the suppression hides nothing.`)];
  if (reason === '')
    return [
      found(
        `A suppression needs a reason, as in '${suppressionKey} ${cut(rules.join(', '))}: reason'. Without a reason, it hides nothing.`,
      ),
    ];
  const unused = rules.filter((rule) => {
    const id = use.idOf.get(rule) ?? '';
    return use.ran.has(id) && !use.used.has(id);
  });
  if (unused.length === 0) return [];
  const message = `The suppression of ${cut(unused.join(', '))} hides nothing here. Remove it.`;
  return [found(message, unused.length === rules.length ? removeComment(suppression) : undefined)];
}

function cut(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

/**
 * Removes a comment on a line of its own together with that line, or a comment next to a value together with the space
 * before the comment.
 */
function removeComment({ source, comment }: Suppression): Fix | undefined {
  if (comment === undefined) return undefined;
  const { text, file } = source;
  const lineStart = text.lastIndexOf('\n', comment.start) + 1;
  const before = text.slice(lineStart, comment.start);
  const start = before.trim() === '' ? lineStart : lineStart + before.trimEnd().length;
  const newline = text.indexOf('\n', comment.end);
  const end = before.trim() === '' && newline !== -1 ? newline + 1 : comment.end;
  return { description: 'Remove the suppression.', edits: [{ file, start, end, text: '' }], isSafe: true };
}

import type { ReactElement } from 'react';
import { patternFields } from '../../model/file-limits.ts';
import type { CompiledDraft } from '../../model/mode-draft.ts';
import { useStrings } from '../../words/words.ts';
import { Icon } from '../parts/icon.tsx';

const maxProblems = 20;

/** The problems in the draft of the mode, with errors first. */
export function Problems({
  compiled: { opened, draft, problems, failure },
}: {
  readonly compiled: CompiledDraft;
}): ReactElement | null {
  const strings = useStrings();
  const fields = patternFields(draft);
  // The form field for a file pattern shows the pattern's own error.
  const elsewhere = problems.filter(
    ({ code, pointer }) => code !== 'PATTERN_INVALID' || !fields.some((field) => pointer.endsWith(field)),
  );
  const isMentioned =
    failure === undefined ||
    opened.project.edited.unreadable !== undefined ||
    problems.some(({ severity }) => severity === 'error');
  const listed = [
    ...(isMentioned ? [] : [{ severity: 'error' as const, message: failure }]),
    ...elsewhere.filter(({ severity }) => severity === 'error'),
    ...elsewhere.filter(({ severity }) => severity === 'warning'),
  ].slice(0, maxProblems);
  if (listed.length === 0) return null;
  return (
    <ul className="mge-problems" aria-label={strings.problems}>
      {listed.map(({ severity, message }) => (
        <li key={message} className="mge-notice" data-kind={severity}>
          <Icon name="warning" />
          <bdi>{message}</bdi>
        </li>
      ))}
    </ul>
  );
}

import type { CheckResult } from '../check/check.ts';
import type { Finding } from '../source/finding.ts';
import type { TextRange } from '../source/location.ts';
import type { ReportContext } from './report-context.ts';

/** Id of the rule that finds secrets. */
const SECRET_RULE = 'M060';

/**
 * Returns a function that provides the text of a file without its secrets, computing it once for each file; the
 * function returns undefined if the text is unknown.
 */
export function textsWithoutSecrets(
  { findings }: Pick<CheckResult, 'findings'>,
  { sourceText }: ReportContext,
): (file: string) => string | undefined {
  const texts = new Map<string, string | undefined>();
  return (file) => {
    if (!texts.has(file)) {
      const text = sourceText?.(file);
      texts.set(file, text === undefined ? undefined : hideSecrets(file, text, findings));
    }
    return texts.get(file);
  };
}

/**
 * Masks every secret that was found in a file's text, preserving the length of each line. The code frame for any
 * finding may show a line that contains a secret, and reports end up in the logs of public builds.
 */
function hideSecrets(file: string, text: string, findings: readonly Finding[]): string {
  const places = findings.filter(({ rule, location }) => rule === SECRET_RULE && location.file === file);
  if (places.length === 0) return text;
  // In TOML and YAML files from other clients, the location of a value is uncertain, so nothing is shown.
  if (!/\.jsonc?$/.test(file)) return text.replaceAll(/\S/g, '•');
  const lines = text.split('\n');
  for (const { location } of places) {
    for (let line = location.line; line <= location.endLine; line++) {
      const before = lines[line - 1];
      if (before !== undefined) lines[line - 1] = paintOver(before, line, location);
    }
  }
  return lines.join('\n');
}

function paintOver(text: string, line: number, { line: first, column, endLine, endColumn }: TextRange): string {
  const from = line === first ? column - 1 : 0;
  const to = line === endLine ? endColumn - 1 : text.length;
  return `${text.slice(0, from)}${'•'.repeat(Math.max(0, Math.min(to, text.length) - from))}${text.slice(to)}`;
}

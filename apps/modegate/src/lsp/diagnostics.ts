import { isAbsolute } from 'node:path';
import type { Finding, Severity } from '@modegate/policy-check';
import { escapeControls, ruleUrlOf } from '@modegate/policy-check/reporters';
import type { Diagnostic, DiagnosticSeverity } from 'vscode-languageserver/node';
import type { CheckedProject } from '../commands/check-project.ts';
import { pathOfFile } from '../project/path-of-file.ts';
import { type OpenTexts, uriOfPath } from './open-texts.ts';
import { toRange } from './text-positions.ts';

/** Diagnostics by the URI of their file. */
export type DiagnosticsByUri = ReadonlyMap<string, readonly Diagnostic[]>;

/** Groups the findings of a project into diagnostics by file; omits hidden findings. */
export function diagnosticsOf(checked: CheckedProject, openTexts: OpenTexts): DiagnosticsByUri {
  const uriOf = (file: string) => uriOfFile(checked, file, openTexts);
  const shown = checked.result.findings.filter(({ suppressed }) => suppressed === undefined);
  const byUri = Map.groupBy(shown, ({ location }) => uriOf(location.file));
  return new Map([...byUri].map(([uri, findings]) => [uri, findings.map((finding) => toDiagnostic(finding, uriOf))]));
}

/** Converts a finding to a diagnostic, with the finding's rule as the code and the rule's page as the link. */
export function toDiagnostic(finding: Finding, uriOf: (file: string) => string): Diagnostic {
  const { rule, severity, message, location, related } = finding;
  const relatedInformation = related.map((one) => ({
    location: { uri: uriOf(one.location.file), range: toRange(one.location) },
    message: escapeControls(one.message),
  }));
  return {
    range: toRange(location),
    severity: severityNumbers[severity],
    code: rule,
    codeDescription: { href: ruleUrlOf(rule, {}) },
    source: 'modegate',
    message: escapeControls(message),
    ...(related.length === 0 ? {} : { relatedInformation }),
  };
}

/** Returns the URI of a file, given the file's name in reports. */
export function uriOfFile(checked: CheckedProject, file: string, openTexts: OpenTexts): string {
  return uriOfPath(pathOfFile(checked, file), openTexts);
}

/**
 * Converts the lines of a failure that begin with a location in a file (`/path/file.json:3: …` or `…:3:5: …`) into
 * diagnostics.
 */
export function diagnosticsOfFailure(message: string, openTexts: OpenTexts): DiagnosticsByUri {
  const byUri = new Map<string, Diagnostic[]>();
  for (const line of message.split('\n')) {
    const [, path, number, column = '1', text] = /^(.+?):(\d+)(?::(\d+))?: (.+)$/.exec(line) ?? [];
    if (path === undefined || text === undefined || !isAbsolute(path)) continue;
    const start = { line: Number(number) - 1, character: Number(column) - 1 };
    const end = { line: start.line + 1, character: 0 };
    const uri = uriOfPath(path, openTexts);
    const diagnostic: Diagnostic = {
      range: { start, end },
      severity: severityNumbers.error,
      source: 'modegate',
      message: escapeControls(text),
    };
    byUri.set(uri, [...(byUri.get(uri) ?? []), diagnostic]);
  }
  return byUri;
}

const severityNumbers = { error: 1, warning: 2, info: 3 } as const satisfies Readonly<
  Record<Severity, DiagnosticSeverity>
>;

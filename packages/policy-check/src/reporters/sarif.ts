import { defined } from '@modegate/json';
import { baselineReason } from '../check/baseline.ts';
import type { CheckResult } from '../check/check.ts';
import type { Finding, Fix, Severity } from '../source/finding.ts';
import type { Location } from '../source/location.ts';
import type { Rule } from '../workspace/rule.ts';
import { escapedJson } from './escape-controls.ts';
import { type ReportContext, type Reporter, ruleUrlOf } from './report-context.ts';

/**
 * Writes SARIF 2.1.0 (OASIS), in the form that code scanning services read. Suppressed findings are included as
 * suppressions.
 */
export const sarifReporter: Reporter = (result, context = {}) => {
  const indexes = new Map(result.rules.map(({ id }, index) => [id, index]));
  const run = {
    tool: {
      driver: {
        name: 'modegate',
        version: context.version ?? '0.0.0',
        informationUri: 'https://github.com/modegate/modegate',
        rules: result.rules.map((rule) => describeRule(rule, context)),
      },
    },
    columnKind: 'utf16CodeUnits',
    originalUriBaseIds: { [projectBase]: { description: { text: 'The project folder.' } } },
    invocations: [describeRun(result, context)],
    results: result.findings.map((finding) => describeFinding(finding, indexes.get(finding.rule), context)),
  };
  const log = { $schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0', runs: [run] };
  return `${escapedJson(log, 2)}\n`;
};

const projectBase = '%SRCROOT%';
const levels: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'note' };
/** Scores on the CVSS scale, which code scanning uses for sorting: high, medium, low. */
const scores: Readonly<Record<Severity, string>> = { error: '7.5', warning: '5.0', info: '2.0' };

function describeRule(rule: Rule, context: ReportContext): object {
  return {
    id: rule.id,
    name: rule.name,
    shortDescription: { text: rule.summary },
    fullDescription: { text: rule.reason },
    helpUri: ruleUrlOf(rule.id, context),
    help: { text: `${rule.summary}\n\n${rule.reason}` },
    defaultConfiguration: { level: levels[rule.severity] },
    properties: { tags: ['security', 'agent-permissions', rule.preset], 'security-severity': scores[rule.severity] },
  };
}

/** Describes the run (SARIF 3.20), including rules that failed and items that were not evaluated. */
function describeRun({ failures }: CheckResult, { unevaluated = [] }: ReportContext): object {
  const notifications = [
    ...failures.map(({ rule, message }) => ({
      level: 'error',
      message: { text: `The rule ${rule.id} failed: ${message}` },
      associatedRule: { id: rule.id },
    })),
    ...unevaluated.map((sentence) => ({ level: 'warning', message: { text: sentence } })),
  ];
  return {
    executionSuccessful: failures.length === 0,
    ...(notifications.length === 0 ? {} : { toolExecutionNotifications: notifications }),
  };
}

function describeFinding(
  finding: Finding,
  ruleIndex: number | undefined,
  { hasBaseline = false }: ReportContext,
): object {
  const { rule, severity, message, location, related, fix, suppressed, fingerprint } = finding;
  const isKnown = suppressed?.reason === baselineReason;
  return {
    ruleId: rule,
    ...defined({ ruleIndex }),
    level: levels[severity],
    message: { text: message },
    locations: [describeLocation(location)],
    ...(related.length === 0
      ? {}
      : {
          relatedLocations: related.map((other, index) => ({
            id: index + 1,
            ...describeLocation(other.location),
            message: { text: other.message },
          })),
        }),
    partialFingerprints: { 'modegate/v1': fingerprint },
    ...(hasBaseline ? { baselineState: isKnown ? 'unchanged' : 'new' } : {}),
    ...(suppressed === undefined
      ? {}
      : { suppressions: [{ kind: isKnown ? 'external' : 'inSource', justification: suppressed.reason }] }),
    ...(fix === undefined ? {} : { fixes: [describeFix(fix)] }),
    properties: { pointer: location.pointer, ...defined({ mode: finding.mode, server: finding.server }) },
  };
}

function describeLocation({ file, pointer, line, column, endLine, endColumn }: Location): object {
  return {
    physicalLocation: {
      artifactLocation: describeFile(file),
      region: { startLine: line, startColumn: column, endLine, endColumn },
    },
    ...(pointer === '' ? {} : { logicalLocations: [{ fullyQualifiedName: pointer }] }),
  };
}

/**
 * Describes a file (SARIF 3.4) by a relative reference with a base, or by an absolute URI; characters are always
 * escaped.
 */
function describeFile(file: string): object {
  // A lone surrogate, which a file name on some systems may contain, cannot be encoded.
  const path = file.replaceAll('\\', '/').replaceAll(/\p{Cs}/gu, '\uFFFD');
  const uri = path.split('/').map(encodeURIComponent).join('/');
  if (path.startsWith('/')) return { uri: `file://${uri}` };
  if (/^[A-Za-z]:\//.test(path)) return { uri: `file:///${path.slice(0, 2)}${uri.slice(uri.indexOf('/'))}` };
  return { uri, uriBaseId: projectBase };
}

/** Offsets are measured in UTF-16 units from the start of the file, as specified by `columnKind`. */
function describeFix({ description, edits }: Fix): object {
  const files = [...new Set(edits.map(({ file }) => file))];
  return {
    description: { text: description },
    artifactChanges: files.map((file) => ({
      artifactLocation: describeFile(file),
      replacements: edits
        .filter((edit) => edit.file === file)
        .map(({ start, end, text }) => ({
          deletedRegion: { charOffset: start, charLength: end - start },
          insertedContent: { text },
        })),
    })),
  };
}

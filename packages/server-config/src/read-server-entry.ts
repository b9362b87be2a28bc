import type { Node } from 'jsonc-parser';
import type { ConfigProblem } from './config-problem.ts';
import { quoted } from './config-roots.ts';
import { type ParsedFields, parseFields } from './entry-fields.ts';
import { remarkOnKey } from './entry-keys.ts';
import { isTooLarge, MAX_ENTRY_VALUES, placesOf, readableTools } from './entry-places.ts';
import { isRooFamily, readTransport } from './entry-transport.ts';
import { toJsonPointer } from './json-pointer.ts';
import { type JsonProperty, jsonValueOf, type ParsedJsonText, propertiesOf, propertyOf } from './json-text.ts';
import type { ServerConfig } from './server-config.ts';
import type { ConfigFileKind, ConfigSource, ServerEntry, ServerEntryPolicy } from './server-entry.ts';
import { KNOWN_ENTRY_KEYS } from './server-schema.ts';

/** The file that an entry stands in. */
export interface EntryContext {
  readonly document: ParsedJsonText;
  readonly file: string;
  readonly kind: ConfigFileKind;
  readonly source: ConfigSource;
  /** Keys from the root to the map of servers. */
  readonly path: readonly string[];
}

/** Problems of one entry beyond these are not listed, except for its first error. */
const MAX_REPORTED = 50;

/** Reads one server entry; whatever is wrong with it makes it invalid, never absent. */
export function readServerEntry(
  context: EntryContext,
  property: JsonProperty,
): { readonly entry: ServerEntry; readonly problems: readonly ConfigProblem[] } {
  const report = reporterFor(context, property);
  const { valueNode } = property;
  if (valueNode.type !== 'object') {
    report({ code: 'ENTRY_NOT_OBJECT', severity: 'error', message: 'must be an object with "command" or "url".' });
    return finish(context, property, { problems: report.problems });
  }
  if (isTooLarge(valueNode)) {
    report({ code: 'ENTRY_TOO_LARGE', severity: 'error', message: `has more than ${MAX_ENTRY_VALUES} values.` });
    return finish(context, property, { problems: report.problems });
  }
  const value = jsonValueOf(valueNode) as Readonly<Record<string, unknown>>;
  const extra = readUnknownKeys(valueNode, value, report);
  const transport = readTransport(value, context.kind);
  for (const { key, ...remark } of transport.remarks) report(key === undefined ? remark : { ...remark, path: [key] });
  if (transport.state === 'unknown') return finish(context, property, { problems: report.problems });
  const fields = parseFields(value, { ...transport, lenientTimeout: !isRooFamily(context.kind) });
  for (const problem of fields.problems) report(problem);
  return finish(context, property, { problems: report.problems, extra, ...configOf(fields) });
}

/** Something to say about an entry; `path` leads from it to what is meant. */
interface EntryRemark extends Pick<ConfigProblem, 'code' | 'severity' | 'message'> {
  readonly path?: readonly string[];
}

interface Reporter {
  (remark: EntryRemark): void;
  readonly problems: ConfigProblem[];
}

function reporterFor(context: EntryContext, { key, keyNode, valueNode }: JsonProperty): Reporter {
  const problems: ConfigProblem[] = [];
  const report = ({ code, severity, message, path = [] }: EntryRemark): void => {
    const firstCause = isCause({ code, severity }) && !problems.some(isCause);
    if (problems.length >= MAX_REPORTED && !firstCause) return;
    problems.push({
      code,
      severity,
      message: `Server ${quoted(key)} ${message}`,
      file: context.file,
      pointer: toJsonPointer([...context.path, key, ...path]),
      ...context.document.positionAt(nodeUnder(valueNode, path)?.offset ?? keyNode.offset),
      server: key,
    });
  };
  return Object.assign(report, { problems });
}

/** Whether a problem makes its entry invalid: every error does, but for a key that has no effect. */
function isCause({ code, severity }: Pick<ConfigProblem, 'code' | 'severity'>): boolean {
  return severity === 'error' && code !== 'KEY_MISSPELT';
}

function nodeUnder(node: Node, segments: readonly string[]): Node | undefined {
  if (segments.length === 0) return undefined;
  let found: Node | undefined = node;
  for (const segment of segments) {
    found = found?.type === 'array' ? found.children?.[Number(segment)] : propertyOf(found, segment)?.valueNode;
  }
  return found;
}

function readUnknownKeys(
  node: Node,
  value: Readonly<Record<string, unknown>>,
  report: Reporter,
): Readonly<Record<string, unknown>> {
  const extra: Record<string, unknown> = Object.create(null);
  const seen = new Set<string>();
  for (const { key } of propertiesOf(node)) {
    if (seen.has(key)) {
      const message = `has the key ${quoted(key)} twice; the last one counts.`;
      report({ code: 'DUPLICATE_KEY', severity: 'warning', message, path: [key] });
    } else if (!KNOWN_ENTRY_KEYS.includes(key)) {
      extra[key] = value[key];
      if (report.problems.length < MAX_REPORTED) {
        const remark = remarkOnKey(key, value[key]);
        report({ ...remark, message: `has the key ${quoted(key)}, which ${remark.message}`, path: [key] });
      }
    }
    seen.add(key);
  }
  return extra;
}

function configOf(fields: ParsedFields): { readonly config?: ServerConfig } {
  return fields.state === 'valid' ? { config: fields.config } : {};
}

function finish(
  context: EntryContext,
  { key, keyNode, valueNode }: JsonProperty,
  read: {
    readonly problems: readonly ConfigProblem[];
    readonly config?: ServerConfig;
    readonly extra?: Readonly<Record<string, unknown>>;
  },
): { readonly entry: ServerEntry; readonly problems: readonly ConfigProblem[] } {
  const { file, kind, source, document, path } = context;
  const pointer = toJsonPointer([...path, key]);
  const base = {
    name: key,
    source,
    file,
    kind,
    pointer,
    ...document.positionAt(keyNode.offset),
    locate: document.locate,
  };
  const places = placesOf(document, valueNode, pointer);
  const { problems, config, extra } = read;
  if (config === undefined || extra === undefined) {
    const disabledTools = readableTools(valueNode);
    const policy = { disabled: true, defaultEnabled: false, disabledTools, alwaysAllow: [] };
    return {
      entry: { state: 'invalid', ...base, policy, places: places, problems: problems.filter(isCause) },
      problems,
    };
  }
  const { defaultEnabled, disabled, disabledTools, alwaysAllow } = config;
  const policy: ServerEntryPolicy = { defaultEnabled, disabled, disabledTools, alwaysAllow };
  return {
    entry: { state: 'valid', ...base, policy, places, config, extra },
    problems,
  };
}

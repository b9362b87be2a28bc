import { jsonPointer } from '@modegate/json';
import type { Node } from 'jsonc-parser';
import type { ConfigProblem } from '../config-problem.ts';
import { parseFields } from '../entries/entry-fields.ts';
import { type KeyRemark, remarkOnForeignKey, remarkOnKey, seemsToLimit } from '../entries/entry-keys.ts';
import { type EntryLimits, readLimits } from '../entries/entry-limits.ts';
import { findSettingPositions, isEntryTooLarge, MAX_ENTRY_VALUES } from '../entries/entry-positions.ts';
import { readTransport } from '../entries/entry-transport.ts';
import { findForeignLimit } from '../entries/foreign-limits.ts';
import type { ServerConfig, ServerSettings } from '../entries/server-config.ts';
import type { ConfigFileKind, ConfigSource, ServerEntry, ServerEntryPolicy } from '../entries/server-entry.ts';
import { KNOWN_ENTRY_KEYS } from '../entries/server-schema.ts';
import { foreignKeys, translateEntry } from '../entries/translate-entry.ts';
import { type JsonProperty, jsonValueOf, nodeAt, type ParsedJsonText, propertiesOf } from '../json/json-text.ts';
import { hasToolRules } from './apply-tool-rules.ts';
import { quoteName } from './config-roots.ts';

/** The file that contains an entry. */
export interface EntryContext {
  readonly document: ParsedJsonText;
  readonly file: string;
  readonly kind: ConfigFileKind;
  readonly source: ConfigSource;
  /** Keys from the root to the map of servers. */
  readonly path: readonly string[];
}

/** Maximum number of problems to list for an entry, in addition to its first error. */
const MAX_REPORTED = 50;

/** Reads a server entry. A faulty entry becomes invalid, never absent. */
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
  if (isEntryTooLarge(valueNode)) {
    report({ code: 'ENTRY_TOO_LARGE', severity: 'error', message: `has more than ${MAX_ENTRY_VALUES} values.` });
    return finish(context, property, { problems: report.problems });
  }
  const value = jsonValueOf(valueNode) as Readonly<Record<string, unknown>>;
  if (isSwitch(value, context.kind)) return { entry: switchEntry(context, property, value.enabled), problems: [] };
  const extra = readUnknownKeys(valueNode, { value, kind: context.kind }, report);
  const limits = readLimits(valueNode);
  reportUnclear(limits, report);
  const ours = translateEntry(value, context.kind);
  const transport = readTransport(ours, context.kind);
  for (const { key, ...remark } of transport.remarks) report(key === undefined ? remark : { ...remark, path: [key] });
  if (transport.state === 'unknown') return finish(context, property, { problems: report.problems, limits });
  const fields = parseFields(ours, { ...transport, kind: context.kind });
  for (const problem of fields.problems) report(problem);
  return finish(context, property, { problems: report.problems, limits, extra, config: fields.config });
}

/** True if an entry only switches on or off the server of the same name in the agent's other files. */
function isSwitch(
  value: Readonly<Record<string, unknown>>,
  kind: ConfigFileKind,
): value is { readonly enabled: boolean } {
  return hasToolRules(kind) && typeof value.enabled === 'boolean' && Object.keys(value).length === 1;
}

function switchEntry(context: EntryContext, property: JsonProperty, on: boolean): ServerEntry {
  const report = reporterFor(context, property);
  const message = on
    ? 'is switched on in this file but has no complete entry. To use the server, add its complete entry. If this file has rules for the server, add the entry to this file.'
    : 'is switched off in this file.';
  report({ code: 'TRANSPORT_MISSING', severity: 'info', message });
  const { entry } = finish(context, property, { problems: [], limits: readLimits(property.valueNode) });
  return { ...entry, state: 'invalid', problems: report.problems, switches: on ? 'on' : 'off' };
}

/** A remark about an entry; `path` leads from the entry to its subject. */
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
    const firstCause = isCause({ severity }) && !problems.some(isCause);
    if (problems.length >= MAX_REPORTED && !firstCause) return;
    const found = path.length === 0 ? undefined : nodeAt(valueNode, path);
    problems.push({
      code,
      severity,
      message: `Server ${quoteName(key)} ${message}`,
      file: context.file,
      pointer: jsonPointer(...context.path, key, ...path),
      ...context.document.positionAt((found ?? keyNode).offset),
      server: key,
    });
  };
  return Object.assign(report, { problems });
}

/** True if a problem makes its entry invalid. */
function isCause({ severity }: Pick<ConfigProblem, 'severity'>): boolean {
  return severity === 'error';
}

function readUnknownKeys(
  node: Node,
  { value, kind }: { readonly value: Readonly<Record<string, unknown>>; readonly kind: ConfigFileKind },
  report: Reporter,
): Readonly<Record<string, unknown>> {
  const extra: Record<string, unknown> = Object.create(null);
  const seen = new Set<string>();
  const tell = (key: string, remark: KeyRemark): void =>
    report({ ...remark, message: `has the key ${quoteName(key)}, which ${remark.message}`, path: [key] });
  for (const { key } of propertiesOf(node)) {
    const foreign = findForeignLimit(key);
    if (seen.has(key)) {
      const message = `has the key ${quoteName(key)} twice; the last one counts.`;
      report({ code: 'DUPLICATE_KEY', severity: 'warning', message, path: [key] });
    } else if (foreign !== undefined) {
      tell(key, remarkOnForeignKey(foreign, value[key], kind));
    } else if (!KNOWN_ENTRY_KEYS.includes(key) && foreignKeys[kind]?.includes(key) !== true) {
      extra[key] = value[key];
      // When the list is full, only the first cause is added.
      if (report.problems.length < MAX_REPORTED || seemsToLimit(key)) tell(key, remarkOnKey(key));
    }
    seen.add(key);
  }
  return extra;
}

function reportUnclear({ unclear }: EntryLimits, report: Reporter): void {
  if (unclear === undefined) return;
  const [one, other] = unclear;
  const message = `has two lists of open tools, ${quoteName(one)} and ${quoteName(other)}, one of them with wildcards. Keep one list.`;
  report({ code: 'LIMITS_UNCLEAR', severity: 'error', message, path: [other] });
}

/** All data read from an entry. */
interface EntryParts {
  readonly problems: readonly ConfigProblem[];
  /** Absent for an entry that is too large or is not an object. */
  readonly limits?: EntryLimits;
  readonly config?: ServerConfig | undefined;
  readonly extra?: Readonly<Record<string, unknown>>;
}

function finish(
  context: EntryContext,
  { key, keyNode }: JsonProperty,
  { problems, limits, config, extra }: EntryParts,
): { readonly entry: ServerEntry; readonly problems: readonly ConfigProblem[] } {
  const { file, kind, source, document, path } = context;
  const pointer = jsonPointer(...path, key);
  const position = document.positionAt(keyNode.offset);
  const base = { name: key, source, file, kind, pointer, ...position, locate: document.locate };
  const settingPositions =
    limits === undefined ? { disabledTools: [] } : findSettingPositions(document, limits, pointer);
  const disabledTools = limits?.disabledTools.map(({ value }) => value) ?? [];
  const causes = problems.filter(isCause);
  if (config === undefined || extra === undefined || limits === undefined || causes.length > 0) {
    const policy = { disabled: true, defaultEnabled: false, disabledTools, alwaysAllow: [] };
    return { entry: { state: 'invalid', ...base, policy, settingPositions, problems: causes }, problems };
  }
  const limited = { ...config, ...settingsOf(limits), disabledTools };
  const { defaultEnabled, disabled, alwaysAllow, enabledTools } = limited;
  const policy: ServerEntryPolicy = {
    defaultEnabled,
    disabled,
    disabledTools,
    ...(enabledTools === undefined ? {} : { enabledTools }),
    alwaysAllow,
  };
  return { entry: { state: 'valid', ...base, policy, settingPositions, config: limited, extra }, problems };
}

function settingsOf({
  disabled,
  defaultEnabled,
  enabledTools,
}: EntryLimits): Pick<ServerSettings, 'disabled' | 'defaultEnabled' | 'enabledTools'> {
  return {
    disabled: disabled?.value ?? false,
    defaultEnabled: defaultEnabled?.value ?? true,
    ...(enabledTools === undefined ? {} : { enabledTools: enabledTools.value }),
  };
}

import { nearestName } from '@modegate/nearest-name';
import type { RiskDraft } from '../../risks/group-risks.ts';
import { quoteText } from '../../risks/quote.ts';
import type { CodexConfigFile } from '../codex-rules.ts';
import { isKnownKey, knownKeys } from '../config-schema.ts';
import { isTable, lineOfKey } from '../read-codex-config.ts';
import type { CodexPlace } from './codex-place.ts';
import { moveKeyToTop } from './move-key-to-top.ts';

/** Keys that affect permissions and that Codex reads only at the top level. */
const guarding: ReadonlySet<string> = new Set(['approval_policy', 'sandbox_mode', 'default_permissions']);

/**
 * @internal Finds keys that Codex ignores because they are misspelt, in the wrong table, or intended for another mode.
 */
export function* findUnreadKeys({ configs, textOf }: CodexPlace): Generator<RiskDraft> {
  for (const config of configs) {
    for (const [key, value] of Object.entries(config.table)) {
      if (!isKnownKey(key)) yield unknownKey(config, key);
      if (isTable(value) && key !== 'profiles' && key !== 'agents')
        yield* sunkKeys({ config, text: textOf(config.name) }, key, value);
    }
    yield* idleTables(config);
  }
}

function draft(config: CodexConfigFile, path: readonly string[], message: string): RiskDraft {
  const place = { file: config.name ?? '', line: lineOfKey(config, path), written: path.at(-1) ?? '' };
  return { rule: 'key-not-read', severity: 'warning', ...place, message, kind: message.replaceAll(/'[^']*'/g, '…') };
}

function unknownKey(config: CodexConfigFile, key: string): RiskDraft {
  const nearest = nearestName(key, knownKeys);
  const hint = nearest === undefined ? 'Remove it.' : `Did you mean '${nearest}'?`;
  const message = `Codex does not know the key ${quoteText(key)}, and ignores it with a warning. ${hint}`;
  const found = draft(config, [key], message);
  const isLost = nearest !== undefined && guarding.has(nearest);
  const repair = isLost ? ({ change: { do: 'write', text: nearest }, isSafe: true } as const) : undefined;
  return { ...found, severity: isLost ? 'error' : 'info', kind: isLost ? nearest : 'unknown', repair };
}

function* sunkKeys(
  { config, text }: { readonly config: CodexConfigFile; readonly text: string },
  table: string,
  values: Readonly<Record<string, unknown>>,
): Generator<RiskDraft> {
  for (const [key, value] of Object.entries(values)) {
    if (guarding.has(key) && !isTable(value)) {
      const message = `'${key}' is part of the table [${table}] here, but Codex reads it only above the first table. Move it to the top of the file.`;
      const found = draft(config, [...table.split('.'), key], message);
      const repair = Object.hasOwn(config.table, key) ? undefined : moveKeyToTop(text, { key, line: found.line });
      yield { ...found, severity: 'error', repair };
    }
    if (isTable(value)) yield* sunkKeys({ config, text }, `${table}.${key}`, value);
  }
}

/** Finds tables that another setting disables, or that Codex no longer uses. */
function* idleTables(config: CodexConfigFile): Generator<RiskDraft> {
  const {
    sandbox_mode: mode,
    sandbox_workspace_write: workspace,
    profiles,
    default_permissions: permissions,
  } = config.table;
  const of = (key: string, message: string) => draft(config, [key], `${message} Remove one of the two.`);
  if (isTable(workspace) && typeof mode === 'string' && mode !== 'workspace-write')
    yield of('sandbox_workspace_write', `[sandbox_workspace_write] has no effect with sandbox_mode = "${mode}".`);
  if (typeof mode === 'string' && permissions !== undefined)
    yield of(
      'sandbox_mode',
      `'sandbox_mode' has no effect next to 'default_permissions', which takes precedence in the same file.`,
    );
  const [name] = isTable(profiles) ? Object.keys(profiles) : [];
  if (name === undefined) return;
  const message = `Codex no longer uses the table [profiles.${name}], and does not start with '--profile ${name}'. Move the keys of the table to a file ${name}.config.toml in ~/.codex.`;
  yield draft(config, ['profiles', name], message);
}

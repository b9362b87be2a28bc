import { defined, isJsonObject } from '@modegate/json';
import { readHooks, standingHooks } from '../hooks.ts';
import type { PermissionFile, PermissionFileProblem } from '../permission-files.ts';
import type {
  ClaudeMode,
  ClaudeRule,
  ClaudeSandbox,
  ClaudeScope,
  ClaudeSetting,
  ClaudeSettings,
} from './claude-rules.ts';
import { parseClaudeRule } from './parse-claude-rule.ts';
import { readStandingSettings } from './read-standing-settings.ts';
import { repairStrictJson } from './repair-strict-json.ts';
import { findWrongType } from './settings-types.ts';
import { readStrictJson, type StrictJson, valueAt } from './strict-json.ts';

/** A settings file and the layer to which it belongs. */
export interface ClaudeSettingsFile {
  readonly file: PermissionFile;
  readonly scope: ClaudeScope;
  /** Folder that contains `.claude`. */
  readonly folder: string;
}

/** Contents of a settings file: empty if Claude Code drops the file. */
export interface ClaudeSettingsReading {
  readonly settings: ClaudeSettings | undefined;
  readonly problems: readonly PermissionFileProblem[];
}

/** Reads a settings file as strictly as Claude Code, which drops the whole file if it contains a single fault. */
export function readClaudeSettings(source: ClaudeSettingsFile): ClaudeSettingsReading {
  const { file } = source;
  const json = readStrictJson(file.text);
  if (!('value' in json)) {
    const { line, column, description } = json;
    const fault = `it contains ${description}, but must be strict JSON`;
    return dropped(file, fault, { line, column, fix: repairStrictJson(file.text) });
  }
  const wrong = findWrongType(json.value);
  if (wrong !== undefined) {
    const name = wrong.path.length === 0 ? 'the text' : `'${wrong.path.join('.')}'`;
    return dropped(file, `${name} must be ${wrong.expected}`, json.positionOf(wrong.path));
  }
  return readChecked(source, json);
}

/** Values of a checked file, each with its line. */
class SettingsReader {
  readonly problems: PermissionFileProblem[] = [];
  private readonly source: ClaudeSettingsFile;
  private readonly json: StrictJson;

  constructor(source: ClaudeSettingsFile, json: StrictJson) {
    this.source = source;
    this.json = json;
  }

  setting<T>(path: readonly string[]): ClaudeSetting<T> | undefined {
    const value = valueAt(this.json.value, path);
    const { name: file } = this.source.file;
    return value === undefined ? undefined : { value: value as T, file, line: this.json.positionOf(path).line };
  }

  texts(path: readonly string[]): readonly string[] {
    return this.setting<readonly string[]>(path)?.value ?? [];
  }

  rules(list: ClaudeRule['list']): readonly ClaudeRule[] {
    const entries = valueAt(this.json.value, ['permissions', list]);
    return Array.isArray(entries) ? entries.flatMap((entry, index) => this.rule(list, { entry, index })) : [];
  }

  report(code: string, path: readonly (string | number)[], message: string): void {
    const place = this.json.positionOf(path);
    this.problems.push({ code, severity: 'warning', message, file: this.source.file.name, ...place });
  }

  private rule(list: ClaudeRule['list'], { entry, index }: { entry: unknown; index: number }): readonly ClaudeRule[] {
    const path = ['permissions', list, index];
    if (typeof entry !== 'string') {
      this.report(
        'CLAUDE_RULE_IGNORED',
        path,
        'Claude Code ignores this entry, because it is not a string. Write a rule, or remove the entry.',
      );
      return [];
    }
    const { scope, folder, file } = this.source;
    const root = scope === 'managed' ? undefined : scope === 'user' ? `${folder}/.claude` : folder;
    const { line } = this.json.positionOf(path);
    return [parseClaudeRule(entry, { list, scope, root, file: file.name, line })];
  }
}

function readChecked(source: ClaudeSettingsFile, json: StrictJson): ClaudeSettingsReading {
  const reader = new SettingsReader(source, json);
  reportLostKeys(reader, json.value);
  const { scope, folder, file } = source;
  const mode = reader.setting<ClaudeMode | 'manual'>(['permissions', 'defaultMode']);
  const hooks = readHooks(valueAt(json.value, ['hooks']), {
    file: file.name,
    lineOf: (place) => json.positionOf(['hooks', ...place]).line,
  });
  const settings: ClaudeSettings = {
    scope,
    path: file.path,
    file: file.name,
    folder,
    rules: (['deny', 'ask', 'allow'] as const).flatMap((list) => reader.rules(list)),
    ...obeyedMode(reader, scope, mode),
    additionalDirectories: reader.texts(['permissions', 'additionalDirectories']),
    ...defined({
      disableBypassPermissionsMode: reader.setting<string>(['permissions', 'disableBypassPermissionsMode']),
      disableAutoMode: reader.setting<string>(['permissions', 'disableAutoMode']),
      sandbox: reader.setting<ClaudeSandbox>(['sandbox']),
      enableAllProjectMcpServers: reader.setting<boolean>(['enableAllProjectMcpServers']),
    }),
    limits: limitKeys.filter((key) => reader.setting<boolean>(['permissions', key])?.value === true),
    enabledMcpjsonServers: reader.texts(['enabledMcpjsonServers']),
    disabledMcpjsonServers: reader.texts(['disabledMcpjsonServers']),
    standing: [...standingHooks(hooks), ...readStandingSettings(json, file.name)],
    hooks,
  };
  return { settings, problems: reader.problems };
}

const limitKeys = [
  'blockReadsOutsideWorkingDirectories',
  'blockFileToolReadsOutsideWorkingDirectories',
  'blockWritesOutsideWorkingDirectories',
  'denyInsteadOfPrompting',
];
const permissionKeys = new Set([
  ...limitKeys,
  ...`allow ask deny defaultMode additionalDirectories disableBypassPermissionsMode disableAutoMode blockReadsExemptPaths
    workingDirectoriesAsGiven`.split(/\s+/),
]);
const misplacedKeys = ['allow', 'ask', 'deny', 'defaultMode', 'disableBypassPermissionsMode'];

/** Reports keys that users expect to work but that Claude Code ignores. */
function reportLostKeys(reader: SettingsReader, settings: unknown): void {
  if (!isJsonObject(settings)) return;
  for (const key of misplacedKeys.filter((one) => Object.hasOwn(settings, one)))
    reader.report('CLAUDE_KEY_IGNORED', [key], `Claude Code skips '${key}' here. Move it into 'permissions'.`);
  const { permissions } = settings;
  for (const key of isJsonObject(permissions) ? Object.keys(permissions) : []) {
    if (permissionKeys.has(key)) continue;
    const message = `Claude Code skips '${key}'. Rules belong in 'allow', 'ask' and 'deny', in the form Tool(specifier).`;
    reader.report('CLAUDE_KEY_IGNORED', ['permissions', key], message);
  }
}

/**
 * Returns the mode that takes effect; a project may not disable its own checks, so a mode that would do so has no
 * effect.
 */
function obeyedMode(
  reader: SettingsReader,
  scope: ClaudeScope,
  mode: ClaudeSetting<ClaudeMode | 'manual'> | undefined,
): Pick<ClaudeSettings, 'defaultMode'> {
  if (mode === undefined) return {};
  if (mode.value === 'manual') return { defaultMode: { ...mode, value: 'default' } };
  const isProjects = scope === 'project' || scope === 'local';
  if (isProjects && (mode.value === 'bypassPermissions' || mode.value === 'auto')) {
    const message = `Claude Code ignores the mode '${mode.value}' in project settings and starts in the default mode. Set it in ~/.claude/settings.json, or remove it.`;
    reader.report('CLAUDE_MODE_IGNORED', ['permissions', 'defaultMode'], message);
    return {};
  }
  return { defaultMode: { ...mode, value: mode.value } };
}

function dropped(
  { name: file }: PermissionFile,
  fault: string,
  place: Pick<PermissionFileProblem, 'line' | 'column' | 'fix'>,
): ClaudeSettingsReading {
  const message = `Claude Code silently ignores this whole file, including its deny rules: ${fault}. Correct it here.`;
  const problem = { code: 'CLAUDE_SETTINGS_DROPPED', severity: 'error', message, file, ...place } as const;
  return { settings: undefined, problems: [problem] };
}

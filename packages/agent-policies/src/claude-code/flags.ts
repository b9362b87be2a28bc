import { type ClaudeMode, type ClaudeRule, type ClaudeSettings, claudeModes } from './claude-rules.ts';
import { parseClaudeRule } from './parse-claude-rule.ts';
import { splitTools } from './read-agent-file.ts';
import { readClaudeSettings } from './read-claude-settings.ts';

/** Permission settings from Claude Code's command line. */
export interface ClaudeFlags {
  readonly settings: readonly ClaudeSettings[];
  readonly mode: ClaudeMode | undefined;
  readonly addedFolders: readonly string[];
  readonly agent: string | undefined;
  /** Built-in tools that are offered; undefined if all are offered. */
  readonly tools: readonly string[] | undefined;
  /** Layers that are read; undefined if all are read. */
  readonly sources: readonly string[] | undefined;
  /** Sentence about a flag that prevents Claude Code from starting. */
  readonly refused: string | undefined;
  /** Sentences about flags whose effect is not recorded. */
  readonly unsettled: readonly string[];
}

type Values = readonly string[];
type Flag = 'none' | 'one' | 'many';

/** Flags and the values that each accepts; flags without an entry are not recorded. */
const known: Readonly<Record<string, Flag>> = {
  ...kinds('one', 'permission-mode settings agent setting-sources model output-format input-format system-prompt'),
  ...kinds('one', 'append-system-prompt permission-prompt-tool max-turns session-id fallback-model effort agents'),
  ...kinds('one', 'json-schema max-budget-usd system-prompt-file append-system-prompt-file name n'),
  ...kinds('many', 'allowedTools allowed-tools disallowedTools disallowed-tools tools add-dir mcp-config betas'),
  ...kinds('none', 'p print dangerously-skip-permissions allow-dangerously-skip-permissions c continue verbose'),
  ...kinds('none', 'strict-mcp-config include-partial-messages fork-session no-session-persistence ide'),
  ...kinds('one', 'r resume d debug'),
};

function kinds(flag: Flag, names: string): Readonly<Record<string, Flag>> {
  return Object.fromEntries(names.split(' ').map((name) => [name, flag]));
}

/** Reads a command line; relative paths in it are resolved against the folder `start`. */
export function readFlags(line: string, start: string): ClaudeFlags {
  const { values, unsettled } = collect(splitWords(line));
  const of = (...names: readonly string[]) => names.flatMap((name) => values.get(name) ?? []);
  const tools = (...names: readonly string[]) => splitTools(of(...names).join(' '));
  const rules = (list: ClaudeRule['list'], ...names: readonly string[]) =>
    tools(...names).map((text) => parseClaudeRule(text, { list, scope: 'flags', root: start }));
  const skips = values.has('dangerously-skip-permissions');
  const word = of('permission-mode').at(-1);
  const mode = claudeModes.find((one) => one === (word === 'manual' ? 'default' : word));
  const settings = of('settings').map((text) => inlineSettings(text, start));
  return {
    settings: [
      layer([
        ...rules('deny', 'disallowedTools', 'disallowed-tools'),
        ...rules('allow', 'allowedTools', 'allowed-tools'),
      ]),
      ...settings.flatMap((one) => (typeof one === 'string' ? [] : [one])),
    ],
    mode: mode ?? (skips ? 'bypassPermissions' : undefined),
    addedFolders: of('add-dir'),
    agent: of('agent').at(-1),
    tools: values.has('tools') && !of('tools').includes('default') ? tools('tools') : undefined,
    sources: values.has('setting-sources') ? of('setting-sources').join(',').split(',') : undefined,
    refused: word !== undefined && mode === undefined ? `there is no permission mode '${word}'` : undefined,
    unsettled: [...unsettled, ...settings.flatMap((one) => (typeof one === 'string' ? [one] : []))],
  };
}

function collect(words: Values): { readonly values: ReadonlyMap<string, Values>; readonly unsettled: Values } {
  const values = new Map<string, string[]>();
  const unsettled: string[] = [];
  let current: { readonly name: string; readonly flag: Flag } | undefined;
  for (const word of words) {
    const [, name, value] = /^--?([A-Za-z][\w-]*)(?:=(.*))?$/s.exec(word) ?? [];
    if (name !== undefined) {
      const flag = known[name];
      if (flag === undefined) unsettled.push(`the flag '--${name}', whose effect on permissions is not recorded`);
      const list = values.get(name) ?? [];
      values.set(name, value === undefined ? list : [...list, value]);
      current = flag === undefined || flag === 'none' || value !== undefined ? undefined : { name, flag };
    } else if (current !== undefined) {
      values.get(current.name)?.push(word);
      if (current.flag === 'one') current = undefined;
    }
  }
  return { values, unsettled };
}

function inlineSettings(text: string, start: string): ClaudeSettings | string {
  if (!text.trim().startsWith('{')) return `the settings file '${text}', which was not read`;
  const file = { path: '', name: '--settings', text };
  return readClaudeSettings({ file, scope: 'flags', folder: start }).settings ?? layer([]);
}

function layer(rules: readonly ClaudeRule[]): ClaudeSettings {
  const none = {
    additionalDirectories: [],
    enabledMcpjsonServers: [],
    disabledMcpjsonServers: [],
    limits: [],
    hooks: [],
    standing: [],
  };
  return { scope: 'flags', path: '', file: '', folder: '', rules, ...none };
}

/** Splits a command line at spaces outside quotation marks, and removes the quotation marks. */
function splitWords(line: string): Values {
  const words: string[] = [];
  let current: string | undefined;
  let quote = '';
  for (let at = 0; at < line.length; at += 1) {
    const character = line.charAt(at);
    if (character === '\\' && quote !== "'" && at + 1 < line.length) {
      at += 1;
      current = (current ?? '') + line.charAt(at);
    } else if (character === quote) quote = '';
    else if (quote === '' && (character === '"' || character === "'")) {
      quote = character;
      current ??= '';
    } else if (quote === '' && /\s/.test(character)) {
      if (current !== undefined) words.push(current);
      current = undefined;
    } else current = (current ?? '') + character;
  }
  return current === undefined ? words : [...words, current];
}

import type { Example } from '../../workspace/rule.ts';

/** Writes Claude Code's settings with these permissions, or with other keys. */
export function claudeSettings(permissions: object, others: object = {}): Example['files'] {
  return { '.claude/settings.json': writeJson({ ...others, permissions }) };
}

/** Writes opencode's settings with these permissions, and with other keys before them. */
export function opencodeSettings(permission: object, others: object = {}): Example['files'] {
  return { 'opencode.json': writeJson({ $schema: 'https://opencode.ai/config.json', ...others, permission }) };
}

/** Writes a file of Codex rules. */
export function codexRules(...lines: readonly string[]): Example['files'] {
  return { '.codex/rules/default.rules': `${lines.join('\n')}\n` };
}

/** Writes Codex's settings. */
export function codexConfig(...lines: readonly string[]): Example['files'] {
  return { '.codex/config.toml': `${lines.join('\n')}\n` };
}

/** Formats a value as agents format their settings. */
export function writeJson(value: object): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

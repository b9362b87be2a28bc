import * as z from 'zod';
import { literalToolNames, literalToolNamesOrAll, toolNameList } from './tool-names.ts';

/** Settings that restrict a server here. */
export type LimitSetting = 'disabled' | 'defaultEnabled' | 'disabledTools' | 'enabledTools';

/** A key that another client uses to restrict a server, with its meaning here. */
export interface ForeignLimitKey {
  readonly key: string;
  /** Equivalent setting. */
  readonly means: LimitSetting;
  /** True for an inverted switch: `enabled: false` is `disabled: true`. */
  readonly isOpposite: boolean;
  /** True if an empty list allows every tool. */
  readonly isOpenWhenEmpty?: true;
  /** Clients whose files contain the key. */
  readonly clients: readonly string[];
}

/** Every supported spelling used by other clients, by exact name. */
export const FOREIGN_LIMIT_KEYS: readonly ForeignLimitKey[] = [
  { key: 'enabled', means: 'disabled', isOpposite: true, clients: ['Codex', 'opencode'] },
  { key: 'isActive', means: 'disabled', isOpposite: true, clients: ['Cherry Studio'] },
  { key: 'allowedInModesByDefault', means: 'defaultEnabled', isOpposite: false, clients: ['forks of Roo Code'] },
  { key: 'excludeTools', means: 'disabledTools', isOpposite: false, clients: ['Gemini CLI'] },
  { key: 'disabled_tools', means: 'disabledTools', isOpposite: false, clients: ['Codex'] },
  { key: 'includeTools', means: 'enabledTools', isOpposite: false, clients: ['Gemini CLI'] },
  { key: 'enabled_tools', means: 'enabledTools', isOpposite: false, clients: ['Codex'] },
  { key: 'available_tools', means: 'enabledTools', isOpposite: false, isOpenWhenEmpty: true, clients: ['Goose'] },
  { key: 'tools', means: 'enabledTools', isOpposite: false, clients: ['GitHub Copilot'] },
];

/**
 * Schema for each key in {@link FOREIGN_LIMIT_KEYS}. Lists of allowed tools contain literal names, as they do in those
 * clients.
 */
export const foreignLimits = {
  enabled: z.boolean().optional().meta(describe('enabled')),
  isActive: z.boolean().optional().meta(describe('isActive')),
  allowedInModesByDefault: z.boolean().optional().meta(describe('allowedInModesByDefault')),
  excludeTools: toolNameList.optional().meta(describe('excludeTools')),
  disabled_tools: toolNameList.optional().meta(describe('disabled_tools')),
  includeTools: literalToolNames.optional().meta(describe('includeTools')),
  enabled_tools: literalToolNames.optional().meta(describe('enabled_tools')),
  available_tools: literalToolNames.optional().meta(describe('available_tools')),
  tools: literalToolNamesOrAll.optional().meta(describe('tools')),
};

/** Finds a key in the table. */
export function findForeignLimit(key: string): ForeignLimitKey | undefined {
  return FOREIGN_LIMIT_KEYS.find((row) => row.key === key);
}

function describe(key: string): { readonly description: string } {
  const row = findForeignLimit(key);
  if (row === undefined) throw new Error(`"${key}" is missing from the table of foreign keys.`);
  const counts = `counts as ${row.isOpposite ? 'the opposite of ' : ''}"${row.means}"`;
  return { description: `This key of ${row.clients.join(' and ')} ${counts}.` };
}

import * as z from 'zod';
import { literalToolNames, literalToolNamesOrAll, toolNames } from './tool-names.ts';

/** The settings of this reader that limit a server. */
export type LimitKey = 'disabled' | 'defaultEnabled' | 'disabledTools' | 'enabledTools';

/** A key by which another client limits a server, and what it says here. */
export interface ForeignLimitKey {
  readonly key: string;
  /** The setting of this reader that it counts as. */
  readonly means: LimitKey;
  /** True for a switch that says the opposite: `enabled: false` is `disabled: true`. */
  readonly isOpposite: boolean;
  /** True for a list that opens every tool where it is empty. */
  readonly isOpenWhenEmpty?: true;
  /** The clients whose files have it. */
  readonly clients: readonly string[];
}

/**
 * Every spelling of other clients that is honoured, by its exact name.
 */
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

/** The schema of each key in {@link FOREIGN_LIMIT_KEYS}. Lists of open tools take names as their clients do: letter by letter. */
export const foreignLimits = {
  enabled: z.boolean().optional().meta(describe('enabled')),
  isActive: z.boolean().optional().meta(describe('isActive')),
  allowedInModesByDefault: z.boolean().optional().meta(describe('allowedInModesByDefault')),
  excludeTools: toolNames.optional().meta(describe('excludeTools')),
  disabled_tools: toolNames.optional().meta(describe('disabled_tools')),
  includeTools: literalToolNames.optional().meta(describe('includeTools')),
  enabled_tools: literalToolNames.optional().meta(describe('enabled_tools')),
  available_tools: literalToolNames.optional().meta(describe('available_tools')),
  tools: literalToolNamesOrAll.optional().meta(describe('tools')),
};

/** The table's row for a key, or `undefined` when the key is none of it. */
export function findForeignLimit(key: string): ForeignLimitKey | undefined {
  return FOREIGN_LIMIT_KEYS.find((row) => row.key === key);
}

function describe(key: string): { readonly description: string } {
  const row = findForeignLimit(key);
  if (row === undefined) throw new Error(`"${key}" is missing from the table of foreign keys.`);
  const counts = `counts as ${row.isOpposite ? 'the opposite of ' : ''}"${row.means}"`;
  return { description: `A key of ${row.clients.join(' and ')}: ${counts}.` };
}

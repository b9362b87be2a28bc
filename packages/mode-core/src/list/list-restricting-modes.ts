import type { ModeConfig } from '../modes/mode.ts';
import type { Policy } from '../policy/policy.ts';

/**
 * The modes whose MCP restrictions hold in a mode, as they are written: the mode itself, then those it extends, nearest first, each
 * once. A mode that a stronger layer hides can be among them. Only the mode itself where `extends` fails; `[]` for a slug that no layer
 * defines.
 */
export function listRestrictingModes(policy: Policy, slug: string): readonly ModeConfig[] {
  return policy.compiled.modes.get(slug)?.mcp.sets.map(({ config }) => config) ?? [];
}

import { type CodexLayers, findSetting } from './config-layers.ts';
import { wordOf } from './read-codex-config.ts';

/** Trust in a folder; `none` if no user has been asked. */
export type CodexTrust = 'trusted' | 'untrusted' | 'none';

/**
 * Returns the trust in a folder of a project: in the settings, the folder's own entry takes precedence over the
 * project's.
 */
export function findCodexTrust(layers: CodexLayers, folder: string, project: string): CodexTrust {
  const levels = [folder, project].map((path) => wordOf(findSetting(layers, ['projects', path, 'trust_level'])?.value));
  return levels.find((level) => level === 'trusted' || level === 'untrusted') ?? 'none';
}

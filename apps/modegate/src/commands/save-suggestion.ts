import { printError } from '@modegate/cli-kit';
import type { ModeConfig } from '@modegate/mode-core';
import { escapeControls } from '@modegate/policy-check/reporters';
import { saveMode } from '@modegate/project/node';
import type { LoadedProject } from '../project/load-project.ts';

/** Saves restrictions to a mode in the project. */
export async function saveSuggestion(
  { policy, paths, root }: LoadedProject,
  slug: string,
  restrictions: Pick<ModeConfig, 'mcpRestrictions' | 'commandRestrictions'>,
): Promise<void> {
  const mode = policy.modes.find(({ config }) => config.slug === slug);
  const path = mode?.source === 'project' && mode.file !== undefined ? paths.get(mode.file) : undefined;
  if (mode === undefined || path === undefined) {
    printError(escapeControls(`Mode '${slug}' does not come from this project, so it was left unchanged.`));
    return;
  }
  await saveMode({ file: path, within: root, mode: { ...mode.config, ...restrictions } });
  printError(escapeControls(`Wrote the restrictions of '${slug}' to ${mode.file}`));
}

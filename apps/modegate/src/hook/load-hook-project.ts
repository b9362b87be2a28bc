// Must be imported first, because each schema reads this setting when the schema is created.
import '../plain-schemas.ts';
import { type AgentName, renameMcpTools } from '@modegate/agent-hooks';
import { extend } from '@modegate/json';
import { compilePolicy, type PolicyInput, parseModes } from '@modegate/mode-core';
import { builtinModes } from '@modegate/mode-core/modes';
import { type CheckSettingsFile, readSettingsText, settingsSchema } from '@modegate/policy-check/node';
import { compileProject, type Project } from '@modegate/project';
import { defaultShell } from '@modegate/project/node';
import { checkSettings } from '@modegate/text-files/settings';
import { requireKnownTools } from '../project/load-project.ts';
import {
  circumstanceSources,
  type FoundHookProject,
  findHookProject,
  type HookProjectOptions,
  ownFiles,
  type ReadHookProject,
  readHookSources,
} from './find-hook-project.ts';

/** A project in the form that hook commands need. */
export interface HookProject extends Project, ReadHookProject {
  readonly root: string;
  readonly sources: Project['sources'];
}

/**
 * Reads a project and its settings once, for an agent's calls.
 *
 * @param prepared - Receives the policy's input before the agent's names are added.
 * @throws {AppError} when the folder does not exist, or its settings cannot be used: without the settings, tools that
 * they disable would be allowed.
 */
export async function loadHookProject(
  place: HookProjectOptions,
  agent?: AgentName,
  prepared?: (input: PolicyInput) => void,
): Promise<HookProject> {
  const found = findHookProject(place);
  const { root, settingsFile } = found;
  const settings = parseHookSettings(found);
  const inputs: PolicyInput[] = [];
  const project = compileProject(await readHookSources(found, settings), {
    ...circumstanceSources(root),
    disabledTools: settings.disabledTools,
    shell: settings.shell ?? defaultShell(),
    prepare: (input) => {
      const whole = { ...input, builtin: parseModes({ customModes: builtinModes }, { source: 'builtin' }) };
      prepared?.(whole);
      inputs.push(whole);
      return whole;
    },
  });
  requireKnownTools({
    policy: project.policy,
    settingsFile: settingsFile === undefined ? undefined : { file: settingsFile, text: '' },
  });
  const [input] = inputs;
  const wirePolicy =
    agent === undefined || input === undefined ? undefined : () => compilePolicy(renameMcpTools(agent, input));
  return extend(project, { wirePolicy, root, settings, files: ownFiles({ root, sources: project.sources }) });
}

/** Parses the settings of a hook's project; reports faults in their text or content. */
function parseHookSettings({ settingsFile, settingsText }: FoundHookProject): CheckSettingsFile {
  if (settingsFile === undefined || settingsText === undefined) return {};
  return checkSettings(readSettingsText(settingsText, settingsFile), settingsSchema);
}

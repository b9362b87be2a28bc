// First, because every schema reads it when it is created.
import '../plain-schemas.ts';
import { type AgentName, renameMcpTools } from '@modegate/agent-hooks';
import { extend } from '@modegate/json';
import { builtinModes, compilePolicy, type PolicyInput, parseModes } from '@modegate/mode-core';
import { readSettingsText, type SettingsFile, settingsSchema } from '@modegate/policy-check/node';
import { compileProject, type Project } from '@modegate/project';
import { checkSettings } from '@modegate/text-files/settings';
import { requireKnownTools } from '../project/load-project.ts';
import {
  circumstanceSources,
  type FoundHookProject,
  findHookProject,
  type HookProjectOptions,
  type HookProjectSources,
  ownFiles,
  type ReadHookProject,
  readHookSources,
} from './find-hook-project.ts';

/** A project as needed by commands about hooks. */
export interface HookProject extends Project, ReadHookProject {
  readonly root: string;
  readonly sources: Project['sources'];
}

/**
 * Reads a project and its settings once, for the calls of an agent.
 *
 * @param prepared - Receives the policy's input before an agent's tool names are applied.
 * @throws {AppError} if the folder does not exist, or its settings cannot be used: without them, disabled tools would
 * be allowed.
 */
export async function loadHookProject(
  place: HookProjectOptions,
  agent?: AgentName,
  prepared?: (input: PolicyInput) => void,
): Promise<HookProject> {
  const found = findHookProject(place);
  return readHookProject(found, await readHookSources(found, parseHookSettings(found)), { agent, prepared });
}

/** Parses and checks the text of the settings. */
function parseHookSettings({ settingsFile, settingsText }: FoundHookProject): SettingsFile {
  if (settingsFile === undefined || settingsText === undefined) return {};
  return checkSettings(readSettingsText(settingsText, settingsFile), settingsSchema);
}

interface Preparation {
  readonly agent: AgentName | undefined;
  readonly prepared: ((input: PolicyInput) => void) | undefined;
}

function readHookProject(
  found: FoundHookProject,
  { settings, places }: HookProjectSources,
  { agent, prepared }: Preparation,
): HookProject {
  const { root, settingsFile } = found;
  const inputs: PolicyInput[] = [];
  const project = compileProject(places, {
    ...circumstanceSources(root),
    disabledTools: settings.disabledTools,
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

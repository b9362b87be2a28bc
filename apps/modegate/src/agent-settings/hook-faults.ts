import { type CommandAgent, commandAgents, installedHooks } from '@modegate/agent-hooks';
import type { HookFault } from '@modegate/policy-check';
import type { ProjectFiles } from '@modegate/project';
import { launcherName } from '../hook/launcher-name.ts';
import { listAgentFiles } from './agent-files.ts';
import { listDisablingKeys, listFileFaults, type SettingsFault } from './settings-faults.ts';

/** Facts about a project that determine which of an agent's files are read. */
export interface HookFaultsInput {
  /** Project-relative POSIX paths; undefined if they are unknown. */
  readonly listed: readonly string[] | undefined;
  /** True if the project's settings have the key `hooks`. */
  readonly usesHooks: boolean;
}

/**
 * Finds the places in project files that disable an agent's Modegate hook. Checks the agents that have a hook in the
 * project, or all agents if the settings mention hooks.
 */
export async function findHookFaults(
  files: ProjectFiles,
  { listed, usesHooks }: HookFaultsInput,
): Promise<readonly HookFault[]> {
  const found: HookFault[] = [];
  for (const agent of commandAgents) {
    const texts = await readAll(files, agent, listed);
    const holders = texts.filter(({ text }) => holdsHook(agent, text));
    if (!usesHooks && holders.length === 0) continue;
    for (const one of texts) {
      const broken = holders.includes(one) ? listFileFaults(agent, 'project', one.text) : [];
      found.push(...[...broken, ...listDisablingKeys(agent, 'project', one.text)].map((fault) => toFault(fault, one)));
    }
  }
  return found;
}

type AgentText = Readonly<Record<'file' | 'text', string>>;

async function readAll(
  files: ProjectFiles,
  agent: CommandAgent,
  listed: readonly string[] | undefined,
): Promise<readonly AgentText[]> {
  const places = listAgentFiles(agent, listed).flatMap(({ in: place, path }) => (place === 'project' ? [path] : []));
  const paths = [...new Set([installedHooks[agent].files.project, ...places])];
  const texts = paths.map(async (path) => {
    const reading = await files.read(path);
    return reading.state === 'read' ? [{ file: files.show(path), text: reading.text }] : [];
  });
  return (await Promise.all(texts)).flat();
}

/** Searches the text for words instead of parsing it, because the syntax of the file may be broken. */
function holdsHook(agent: CommandAgent, text: string): boolean {
  return text.includes(launcherName(agent)) || text.includes(`/hooks/${agent}`);
}

function toFault({ detail, line, column, pointer }: SettingsFault, { file, text }: AgentText): HookFault {
  return { file, text, line, column, pointer, message: detail };
}

import { type PermissionAgent, type PermissionAgentName, permissionAgents } from '@modegate/agent-policies';

/** Folder of the project in tests. */
export const projectFolder = '/p';

/** Returns an agent from the table. */
export function agentCalled(name: PermissionAgentName): PermissionAgent {
  const found = permissionAgents.find((agent) => agent.name === name);
  if (found === undefined) throw new Error(`no agent ${name}`);
  return found;
}

/** Reads files of a project as an agent does, by their paths; values that are not text become JSON. */
export function readProject(
  name: PermissionAgentName,
  texts: Readonly<Record<string, unknown>>,
): ReturnType<PermissionAgent['readProfiles']> {
  const files = Object.entries(texts).map(([path, value]) => ({
    path: `${projectFolder}/${path}`,
    name: path,
    text: typeof value === 'string' ? value : JSON.stringify(value, null, 2),
  }));
  return agentCalled(name).readProfiles({ project: projectFolder, home: undefined, files });
}

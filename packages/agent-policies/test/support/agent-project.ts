import { type PermissionAgent, type PermissionAgentName, permissionAgents } from '@modegate/agent-policies';

/** Folder of the project in tests. */
export const projectFolder = '/p';

/** An agent of the table. */
export function agentCalled(name: PermissionAgentName): PermissionAgent {
  const found = permissionAgents.find((agent) => agent.name === name);
  if (found === undefined) throw new Error(`no agent ${name}`);
  return found;
}

/** Files of a project as an agent reads them, by their paths; values that are no text become JSON. */
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

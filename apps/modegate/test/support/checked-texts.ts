import { permissionAgents } from '@modegate/agent-policies';
import { check, createWorkspace, type Finding } from '@modegate/policy-check';
import { compileProject } from '@modegate/project';
import type { CheckedProject } from '../../src/commands/check-project.ts';
import { type RepairFlags, repairProject, type Texts } from '../../src/commands/repair-project.ts';
import { permissionFaults } from '../../src/profiles/checked-profiles.ts';
import type { LoadedProfiles } from '../../src/profiles/load-profiles.ts';
import { usedAgents } from '../../src/profiles/used-agents.ts';

/** A project of agents' permission files with every finding of the persona `strict`. */
export function checkTexts(texts: Texts): CheckedProject {
  const root = '/project';
  const given = Object.entries(texts).map(([name, text]) => ({ path: `${root}/${name}`, name, text }));
  const files = { project: root, home: undefined, files: given };
  const loaded = permissionAgents.map(
    (agent): LoadedProfiles => ({
      ...agent.readProfiles(files),
      agent,
      root,
      files,
      texts: new Map(Object.entries(texts)),
      unreadable: [],
      ownHook: async () => undefined,
    }),
  );
  const agents = usedAgents(loaded);
  const project = compileProject({ modes: [], servers: [] });
  const workspace = createWorkspace({ project, permissionFaults: permissionFaults(agents) });
  const result = check(workspace, { preset: 'strict' });
  return { agents, project, settings: {}, result, workspace } as unknown as CheckedProject;
}

/** Result of `modegate fix` for the files of a project. */
export interface RepairedTexts {
  readonly texts: Texts;
  readonly applied: readonly Finding[];
  /** Sentences about the fixes that were left out, each with its rule. */
  readonly left: readonly string[];
}

/** Repairs a project pass by pass. */
export async function repairTexts(given: Texts, flags: RepairFlags = {}): Promise<RepairedTexts> {
  let texts = given;
  const applied: Finding[] = [];
  const repairs = await repairProject(
    flags,
    async () => checkTexts(texts),
    async (pass) => {
      texts = pass.files;
      applied.push(...pass.applied);
      return true;
    },
  );
  const left = repairs.left.map(({ finding, agentChanges }) =>
    [finding.rule, ...agentChanges.map(({ message }) => message)].join(' '),
  );
  return { texts, applied, left };
}

import type { CodexSituation } from './situation.ts';
import { approvalSituations } from './situations/approval-situations.ts';
import { commandSituations } from './situations/command-situations.ts';
import { corpusSituations } from './situations/corpus-situations.ts';
import { layerSituations } from './situations/layer-situations.ts';
import { machineSituations } from './situations/machine-situations.ts';
import { profileSituations } from './situations/profile-situations.ts';
import { roleSituations } from './situations/role-situations.ts';
import { serverSituations } from './situations/server-situations.ts';
import { startSituations } from './situations/start-situations.ts';

/** Situations by theme; without the corpus, the group of that name is empty. */
export const situationGroups: Readonly<Record<string, readonly CodexSituation[]>> = {
  approvals: approvalSituations,
  commands: commandSituations,
  corpus: corpusSituations,
  layers: layerSituations,
  machine: machineSituations,
  profiles: profileSituations,
  roles: roleSituations,
  servers: serverSituations,
  starts: startSituations,
};

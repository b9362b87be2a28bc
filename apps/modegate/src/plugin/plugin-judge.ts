import { homedir } from 'node:os';
import { describeRefusal, installedPlugins, type PluginAgent } from '@modegate/agent-hooks';
import type { InstalledSettings } from '../hook/installed-settings.ts';
import { judgeAndRecord } from '../hook/judge-and-record.ts';
import { stateDir } from '../settings.ts';
import { cacheProject } from './cache-project.ts';

/** Resolves with the reason for refusing a call, or with undefined to allow it. */
export type PluginJudge = (payload: object) => Promise<string | undefined>;

/**
 * Creates a function that evaluates calls for an agent that runs the plugin in its own process; reads the project again
 * when its files have changed.
 */
export function createPluginJudge(
  agent: PluginAgent,
  { projectRoot, mode, auditLog, state = stateDir() }: InstalledSettings,
): PluginJudge {
  const load = cacheProject();
  return async (payload) => {
    const user = { globalConfigDir: undefined, home: homedir(), state, env: process.env };
    const question = { agent, mode, projectRoot, auditLog, ...user };
    const verdict = await judgeAndRecord(JSON.stringify(payload), question, load);
    return verdict.allowed ? undefined : describeRefusal(verdict, installedPlugins[agent].maxRefusals);
  };
}

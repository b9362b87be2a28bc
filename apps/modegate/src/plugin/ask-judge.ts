import type { PluginAgent } from '@modegate/agent-hooks';
import type { InstalledSettings } from '../hook/installed-settings.ts';
import type { PluginJudge } from './plugin-judge.ts';

declare const modegateInstalled: InstalledSettings;

let judge: Promise<PluginJudge> | undefined;

/**
 * Returns the reason for refusing a call; returns undefined if the call is allowed. Any failure leads to a refusal,
 * even if the rest of the plugin fails to load: agents ignore plugins that fail outside a hook, so only this file runs
 * before the first call.
 */
export async function askJudge(agent: PluginAgent, payload: object, limitMs = 15_000): Promise<string | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`it took more than ${limitMs / 1000} seconds`)), limitMs);
  });
  try {
    judge ??= import('./plugin-judge.ts').then((loaded) => loaded.createPluginJudge(agent, modegateInstalled));
    return await Promise.race([judge.then((ask) => ask(payload)), late]);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return `The Modegate plugin failed, so the call is refused: ${message}. Run \`modegate hook install\` again. (HOOK_FAILED)`;
  } finally {
    clearTimeout(timer);
  }
}

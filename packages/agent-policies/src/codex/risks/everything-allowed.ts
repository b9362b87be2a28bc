import type { RiskDraft } from '../../risks/group-risks.ts';
import { lineOfKey } from '../read-codex-config.ts';
import { type CodexPlace, run } from './codex-place.ts';

/** @internal Finds settings that remove the sandbox, the questions to the user, or the network restriction. */
export function* findOpenSettings({ configs, ask }: CodexPlace): Generator<RiskDraft> {
  for (const config of configs) {
    const draft = (key: string, path: readonly string[]) =>
      ({ rule: 'everything-allowed', file: config.name ?? '', line: lineOfKey(config, path), written: key }) as const;
    const answer = ask(run('touch /etc/x'));
    const { sandbox_mode: mode, approval_policy: policy } = config.table;
    if (mode === 'danger-full-access' && answer.effect === 'allow' && answer.within === undefined) {
      const asks = policy === 'never' ? ', and Codex never asks' : '';
      const message = `There is no sandbox${asks}: 'touch /etc/x' runs without asking, and so does every command that no rule stops. Use "workspace-write", and let each person set the mode in their own settings.`;
      yield { ...draft('sandbox_mode', ['sandbox_mode']), severity: 'warning', message, kind: 'sandbox' };
    }
    if (ask(run('curl https://example.com')).within?.network !== true) continue;
    const path = ['sandbox_workspace_write', 'network_access'];
    const message = `Commands in the sandbox, such as 'curl https://example.com', can reach the network without asking, and they can read every file. Remove 'network_access' so that Codex asks.`;
    yield { ...draft('network_access', path), severity: 'info', message, kind: 'network' };
  }
}

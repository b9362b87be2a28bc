import { confirm, print, type Terminal } from '@modegate/cli-kit';
import { askCodex, trustInCodex, type WantedHook } from './ask-codex.ts';

/** Options for obtaining a user's agreement that Codex may trust a hook. */
export interface TrustOptions {
  /** True if the user has already agreed by means of a flag. */
  readonly isAgreed: boolean;
  readonly terminal: Terminal;
}

/**
 * Makes Codex trust a hook in its present form if a user agrees, and reports the outcome. Without trust, Codex skips
 * the hook silently.
 */
export async function trustCodexHook(
  root: string,
  wanted: WantedHook,
  { isAgreed, terminal }: TrustOptions,
): Promise<void> {
  if (!isAgreed && !terminal.isAttended)
    return print('Codex does not run the hook until it is trusted: add --trust, or run /hooks in Codex.');
  const answer = await askCodex(root, wanted);
  if (answer.state === 'unavailable')
    return print(`Could not ask Codex about the hook: ${answer.detail}. Run /hooks in Codex.`);
  if (answer.state === 'missing')
    return print(
      'Codex does not list the hook, because it does not trust the project yet. Start Codex there, trust the project, and install again.',
    );
  const { hook } = answer;
  if (hook.trustStatus === 'trusted') return print('Codex already trusts the hook.');
  print(`[hooks.state.${JSON.stringify(hook.key)}]\ntrusted_hash = ${JSON.stringify(hook.currentHash)}`);
  if (!isAgreed && !(await confirm(terminal, 'Add this to the Codex configuration so that Codex runs the hook?')))
    return print('Codex skips the hook until you trust it in /hooks.');
  const fault = await trustInCodex(root, hook);
  print(
    fault === undefined
      ? 'Codex has saved the change.'
      : `Codex did not save the change: ${fault}. Run /hooks in Codex.`,
  );
}

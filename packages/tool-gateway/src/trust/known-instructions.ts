import type { UpstreamServer } from '@modegate/mcp-host/connections';
import { hashJson } from '../catalogue/ref-id.ts';
import { type KnownTools, type KnownToolsSettings, sinceWhen, strictestOf, type UnknownCause } from './known-tools.ts';
import { commandWord, quotedLine } from './safe-text.ts';

/** A server's instructions to the model. */
export interface ServerInstructions {
  readonly server: string;
  readonly instructions: string;
}

/** Returns a server's instructions; `undefined` if the server is not connected or has no instructions. */
export function instructionsOf(server: string, state: UpstreamServer['state']): ServerInstructions | undefined {
  if (state.status !== 'connected' || state.instructions === undefined) return undefined;
  return { server, instructions: state.instructions };
}

/** The verdict on a server's instructions, with the reason if the instructions are not passed on. */
export type InstructionsVerdict =
  | { readonly kind: 'served' }
  | { readonly kind: 'served-flagged' | 'withheld'; readonly cause: UnknownCause; readonly why: string };

/** Returns the hash that identifies instructions. */
export function instructionsHash(text: string): string {
  return hashJson(text) ?? '';
}

/**
 * Evaluates instructions in the same way as tools. If a tool would require a question in such a case, instructions are
 * withheld, because they are never called.
 */
export function judgeKnownInstructions(
  known: KnownTools,
  { server, instructions }: ServerInstructions,
  settings: KnownToolsSettings,
): InstructionsVerdict {
  const whose = `the instructions of the server ${quotedLine(server, 100)}`;
  if (known.state === 'unreadable') {
    const kind = strictestOf(settings) === 'served-flagged' ? 'served-flagged' : 'withheld';
    return { kind, cause: 'unreadable', why: `Cannot tell whether ${whose} are unchanged: ${known.problem}` };
  }
  const pin = known.instructions.get(server);
  if (pin?.hash === instructionsHash(instructions)) return { kind: 'served' };
  if (pin !== undefined) {
    const kind = settings.changedTools === 'flag' ? 'served-flagged' : 'withheld';
    return { kind, cause: 'changed', why: `These differ from ${whose} that were ${sinceWhen(pin)}.` };
  }
  if (settings.newTools === 'allow') return { kind: 'served' };
  const why = `This project has not seen ${whose} before, and they are not approved yet.`;
  return { kind: 'withheld', cause: 'new', why };
}

/** Describes how to approve instructions without being asked a question. */
export function instructionsHint(server: string): string {
  const name = commandWord(server, '<server>');
  return `Read them with 'modes-server tools --show ${name}', and approve them with '--approve-instructions ${name}'.`;
}

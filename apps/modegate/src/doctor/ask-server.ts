import { urlToHttpOptions } from 'node:url';
import type { HookAddress } from '@modegate/agent-hooks';
import { postPayload } from '../hook/post-payload.ts';
import { findPortOwner } from './port-owner.ts';
import type { HookOutcome } from './run-hook-command.ts';

/**
 * Sends a payload to the server that responds to a hook, as the agent would, with the token from this process's
 * environment.
 */
export async function askServer(
  { url, tokenVariable }: HookAddress,
  payload: string,
  limitMs: number,
): Promise<HookOutcome> {
  const started = performance.now();
  const tookMs = () => Math.round(performance.now() - started);
  // This check takes place before the token is sent.
  const stranger = await findStranger(url);
  if (stranger !== undefined) return { code: null, end: stranger, stdout: '', tookMs: tookMs() };
  try {
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${process.env[tokenVariable] ?? ''}` };
    const to = { ...urlToHttpOptions(new URL(url)), headers, signal: AbortSignal.timeout(limitMs) };
    const { status, body } = await postPayload(to, payload);
    if (status !== 200) return { code: null, end: `HTTP status ${status}`, stdout: '', tookMs: tookMs() };
    // An empty object is equivalent to no answer.
    return { code: 0, stdout: body.trim() === '{}' ? '' : body, tookMs: tookMs() };
  } catch (error) {
    const end = error instanceof Error ? error.message : String(error);
    return { code: null, end, stdout: '', tookMs: tookMs() };
  }
}

/** Describes the other user whose process listens at the address, if any. Root is considered trusted. */
async function findStranger(url: string): Promise<string | undefined> {
  const own = process.getuid?.();
  const { port, protocol } = new URL(url);
  const owner = await findPortOwner(Number(port) || (protocol === 'https:' ? 443 : 80));
  if (own === undefined || owner === undefined || owner === own || owner === 0) return undefined;
  return `user ${owner} is listening at ${new URL(url).host}, but you are user ${own}: the other user could answer the agent's calls and read the token. Revoke the token`;
}

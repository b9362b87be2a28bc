import type { CommandAgent, HookAddress } from '@modegate/agent-hooks';
import { AppError } from '@modegate/cli-kit';
import { isJsonObject } from '@modegate/json';
import { launcherName } from './launcher-name.ts';

/** Flags for `modegate hook install` that concern the server responding to a hook. */
export interface HookAddressFlags {
  /** Address of modes-server. */
  readonly url: string;
  /** Variable that contains the token. Default `MODEGATE_TOKEN`. */
  readonly tokenEnv?: string | undefined;
  /** The mode that this hook applies. */
  readonly mode?: string | undefined;
  /** Absolute path of the project folder for which the server must evaluate calls. */
  readonly project: string;
}

/**
 * Returns the address at which modes-server responds to an agent's hook.
 *
 * @throws {AppError} exit code 2 if `url` is not an address of modes-server on this machine, or the variable's name is
 * invalid.
 */
export function hookAddress(
  agent: CommandAgent,
  { url, tokenEnv = 'MODEGATE_TOKEN', mode, project }: HookAddressFlags,
): HookAddress {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  const isRoot = parsed !== undefined && /^\/(?:mcp\/?)?$/.test(parsed.pathname) && parsed.search + parsed.hash === '';
  if (parsed === undefined || !isRoot || !/^https?:$/.test(parsed.protocol) || parsed.username !== '')
    throw new AppError(
      `'--url' expects the address of modes-server, such as http://127.0.0.1:8931; received '${url}'.`,
    );
  if (!isThisMachine(parsed))
    throw new AppError(
      `'--url' expects an address of this machine, because modes-server checks links and folders on the machine where it runs; received '${parsed.hostname}'.`,
    );
  // Claude Code accepts no other variable names in a header.
  if (!/^[A-Z_][A-Z0-9_]*$/.test(tokenEnv))
    throw new AppError(`'--token-env' expects the name of a variable in capital letters; received '${tokenEnv}'.`);
  const path = `${hookPath(agent)}${mode === undefined ? '' : `/${mode}`}`;
  return { url: `${parsed.origin}${path}?project=${encodeURIComponent(project)}`, tokenVariable: tokenEnv };
}

/**
 * True if an item in an agent's file is a Modegate hook of either kind. Excludes hooks that query another machine,
 * because `doctor` would send a token to that machine.
 */
export function isOurHook(agent: CommandAgent, item: unknown): boolean {
  if (JSON.stringify(item)?.includes(launcherName(agent)) === true) return true;
  const [handler]: readonly unknown[] = isJsonObject(item) && Array.isArray(item.hooks) ? item.hooks : [];
  if (!isJsonObject(handler) || typeof handler.url !== 'string' || !URL.canParse(handler.url)) return false;
  const url = new URL(handler.url);
  const path = hookPath(agent);
  return isThisMachine(url) && (url.pathname === path || url.pathname.startsWith(`${path}/`));
}

function isThisMachine({ hostname }: URL): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}

const hookPath = (agent: CommandAgent): string => `/hooks/${agent}`;

import { isJsonObject } from '@modegate/json';

/**
 * A setting in an agent's files that takes effect without a call, or that is not apparent from any call, such as a
 * hook, a server or a plugin.
 */
export interface StandingSetting {
  /** Key that remains the same in every state of the files. */
  readonly key: string;
  /**
   * Effect of the setting, worded to complete a sentence: "runs `x.sh` on PreToolUse of Bash". Contains no values from
   * `env` or headers.
   */
  readonly does: string;
  /**
   * Permissions that the agent gains through the setting; negative if it loses some. Undefined means that this is
   * uncertain.
   */
  readonly weight: number | undefined;
  /** True for a setting that may also refuse calls, so that nothing is certain once it is removed. Default: false. */
  readonly mayRefuse?: boolean;
  readonly file?: string;
  /** Line number, starting at 1. */
  readonly line?: number;
}

/** Maximum length of a command to show, and of text to examine. */
const maxLength = 100;
const maxRead = 1_000;

const secretName = String.raw`[\w-]{0,40}(?:key|token|secret|password|passwd|auth)(?![a-z])[\w-]{0,40}`;
const secrets: readonly RegExp[] = [
  /(:\/\/)[^/@\s]+(?=@)/g,
  new RegExp(String.raw`(-${secretName}[\s=]+)[^\s"']+`, 'gi'),
  new RegExp(String.raw`(\b${secretName}["']?\s?[=:]\s?)[^\s"'&]+`, 'gi'),
  /(\b(?:bearer|basic)\s+)[^\s"']+/gi,
  /()\b(?:sk|gh[pos]|xox[abp]|glpat|AKIA)[-_]?\w{12,}/g,
];

/** Returns a command or an address, shortened and with likely secrets removed. */
export function showCommand(text: string): string {
  const plain = text.slice(0, maxRead).replaceAll(/\s+/g, ' ').replaceAll('`', "'").trim();
  const shown = secrets.reduce((rest, secret) => rest.replaceAll(secret, '$1…'), plain);
  return `\`${shown.length > maxLength ? `${shown.slice(0, maxLength)}…` : shown}\``;
}

/** Returns the command or address of an MCP server, as displayed to users. */
export function showServer(server: unknown): string {
  const { command, args, url } = isJsonObject(server) ? server : {};
  const words = [command, args].flat().filter((word) => typeof word === 'string');
  return showCommand(words.length > 0 ? words.join(' ') : typeof url === 'string' ? url : 'nothing');
}

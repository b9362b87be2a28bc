import { isJsonObject } from '@modegate/json';

/** Something in the files of an agent that works without a call, or that no call shows: a hook, a server, a plugin. */
export interface StandingSetting {
  /** The same in every state of the files. */
  readonly key: string;
  /** What it does, as the rest of a sentence: "runs `x.sh` on PreToolUse of Bash". Holds no value of `env` and headers. */
  readonly does: string;
  /** How much more the agent may do with it than without; negative for less. Undefined: nothing settles that. */
  readonly weight: number | undefined;
  /** True for what may also refuse calls, so that nothing is settled once it is gone. Default false. */
  readonly mayRefuse?: boolean;
  readonly file?: string;
  /** Starts at 1. */
  readonly line?: number;
}

/** Longest command that is shown, and the longest text that is looked at. */
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

/** Shows a command or an address, shortened and without what looks like a secret. */
export function showCommand(text: string): string {
  const plain = text.slice(0, maxRead).replaceAll(/\s+/g, ' ').replaceAll('`', "'").trim();
  const shown = secrets.reduce((rest, secret) => rest.replaceAll(secret, '$1…'), plain);
  return `\`${shown.length > maxLength ? `${shown.slice(0, maxLength)}…` : shown}\``;
}

/** Shows the command or the address of an MCP server. */
export function showServer(server: unknown): string {
  const { command, args, url } = isJsonObject(server) ? server : {};
  const words = [command, args].flat().filter((word) => typeof word === 'string');
  return showCommand(words.length > 0 ? words.join(' ') : typeof url === 'string' ? url : 'nothing');
}

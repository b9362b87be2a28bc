import type { MatchedRule } from '../agent-answer.ts';
import type { CodexToolAnnotations, CodexToolCall } from './codex-rules.ts';
import { findSetting, keysAt, settingRule } from './config-layers.ts';
import { answerCodexCall, askFirst } from './judgement.ts';
import { isTable } from './read-codex-config.ts';
import { allowsServer } from './requirements.ts';
import type { CodexPolicyAnswer } from './sandbox.ts';
import type { CodexSession } from './session.ts';

/** Evaluates a call to an MCP server's tool, `mcp__server__tool`. */
export function judgeServerTool(session: CodexSession, call: CodexToolCall): CodexPolicyAnswer {
  const { layers } = session;
  const ids = keysAt(layers, ['mcp_servers']).filter((id) => call.tool.startsWith(prefixOf(id)));
  const id = ids.toSorted((one, other) => other.length - one.length)[0];
  if (id === undefined) {
    const open =
      session.home === undefined
        ? "The server may come from the user's files, which are not read."
        : keysAt(layers, ['plugins']).length > 0
          ? 'The server may come from a plugin. Plugin files are not read.'
          : undefined;
    if (open !== undefined) return answerCodexCall('unknown', open);
    return answerCodexCall('not offered', 'No file configures an MCP server with this tool.');
  }
  const server = findSetting(layers, ['mcp_servers', id])?.value;
  if (session.requirements !== undefined && !allowsServer(session.requirements, id, isTable(server) ? server : {}))
    return answerCodexCall('not offered', `The requirements of this machine do not list the server ${id}.`);
  const tool = call.tool.slice(prefixOf(id).length);
  const missing = findMissing(session, id, tool);
  if (missing !== undefined)
    return answerCodexCall('not offered', `Codex does not offer ${tool} from the server ${id}.`, { by: [missing] });
  const own = keysAt(layers, ['mcp_servers', id, 'tools']).find((name) => isSame(name, tool));
  const setting =
    (own === undefined ? undefined : findSetting(layers, ['mcp_servers', id, 'tools', own, 'approval_mode'])) ??
    findSetting(layers, ['mcp_servers', id, 'default_tools_approval_mode']);
  const mode = setting?.value ?? 'auto';
  const source: MatchedRule =
    setting === undefined
      ? { rule: 'the default approval mode "auto"', effect: 'ask' }
      : settingRule(setting, mode === 'approve' ? 'allow' : 'ask');
  if (mode === 'approve') return answerCodexCall('allow', 'The tool is approved in advance.', { by: [source] });
  if (isHarmless(mode, call.annotations ?? {})) {
    const because = 'The server says that the tool only reads, or does not destroy anything.';
    return answerCodexCall('allow', because, { by: [{ ...source, effect: 'allow' }] });
  }
  if (session.approval.policy === 'never' && session.sandbox.unrestricted) {
    const details = { by: [session.approval.source, session.sandbox.source], shadowed: [source] };
    return answerCodexCall('allow', 'Without a sandbox and without approval prompts, every tool runs.', details);
  }
  // `mcp_elicitations` in a granular policy does not prevent the question.
  const approval = { ...session.approval, rules: true, sandbox: true };
  const because =
    mode === 'prompt' ? 'Codex asks about this tool.' : 'Codex asks, unless the server says that the tool only reads.';
  return askFirst({ ...session, approval }, 'sandbox', { by: [source], because });
}

/**
 * Returns the setting that removes a tool. `enabled_tools` is applied before `disabled_tools`; both contain exact
 * names.
 */
function findMissing({ layers }: CodexSession, id: string, tool: string): MatchedRule | undefined {
  const find = (key: string) => findSetting(layers, ['mcp_servers', id, key]);
  const server = find('enabled');
  if (server?.value === false) return settingRule(server, 'not offered');
  const enabled = find('enabled_tools');
  if (enabled !== undefined && !lists(enabled.value, tool)) return settingRule(enabled, 'not offered');
  const disabled = find('disabled_tools');
  return disabled !== undefined && lists(disabled.value, tool) ? settingRule(disabled, 'not offered') : undefined;
}

function lists(names: unknown, tool: string): boolean {
  return Array.isArray(names) && names.some((name) => typeof name === 'string' && isSame(name, tool));
}

/** True if both names are the same; Codex uses underscores in the names it shows to the model. */
function isSame(name: string, tool: string): boolean {
  return name === tool || cleanName(name) === tool;
}

function cleanName(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9_]/g, '_');
}

function prefixOf(id: string): string {
  return `mcp__${cleanName(id)}__`;
}

function isHarmless(mode: unknown, { readOnlyHint, destructiveHint, openWorldHint }: CodexToolAnnotations): boolean {
  if (mode === 'prompt') return false;
  return readOnlyHint === true || (mode === 'auto' && destructiveHint === false && openWorldHint === false);
}

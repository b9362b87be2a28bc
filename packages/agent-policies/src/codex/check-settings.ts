import type { AgentFileProblem } from '../agent-files.ts';
import { readApproval } from './approval-policy.ts';
import { type CodexLayers, findSetting, keysAt, settingFault } from './config-layers.ts';
import type { CodexFlags } from './flags.ts';
import { checkSandboxModes } from './session-sandbox.ts';

const approvalModes = ['auto', 'prompt', 'approve'];

/** Finds the first value for which Codex does not start, in any layer. */
export function checkSettings(layers: CodexLayers, flags: CodexFlags): AgentFileProblem | undefined {
  for (const layer of layers) {
    const approval = readApproval([layer]);
    if (approval !== undefined && 'code' in approval) return approval;
  }
  return checkSandboxModes(layers) ?? checkTrust(layers) ?? checkServers(layers) ?? checkLegacyProfile(layers, flags);
}

function checkTrust(layers: CodexLayers): AgentFileProblem | undefined {
  for (const folder of keysAt(layers, ['projects'])) {
    const level = findSetting(layers, ['projects', folder, 'trust_level']);
    if (level !== undefined && level.value !== 'trusted' && level.value !== 'untrusted')
      return settingFault(level, 'trust_level is neither "trusted" nor "untrusted".');
  }
  return undefined;
}

function checkServers(layers: CodexLayers): AgentFileProblem | undefined {
  for (const id of keysAt(layers, ['mcp_servers'])) {
    const server = ['mcp_servers', id];
    const tools = keysAt(layers, [...server, 'tools']).map((tool) => [...server, 'tools', tool, 'approval_mode']);
    for (const path of [[...server, 'default_tools_approval_mode'], ...tools]) {
      const mode = findSetting(layers, path);
      if (mode !== undefined && !approvalModes.includes(String(mode.value)))
        return settingFault(mode, `${path.at(-1)} is none of "auto", "prompt" and "approve".`);
    }
  }
  return undefined;
}

/** A table `[profiles.x]` stands for nothing any more, and with the name in use Codex does not start. */
function checkLegacyProfile(layers: CodexLayers, { profile }: CodexFlags): AgentFileProblem | undefined {
  const named = findSetting(layers, ['profile']);
  if (named !== undefined)
    return settingFault(
      named,
      'A profile is no longer chosen by the key "profile", but by --profile and a file NAME.config.toml.',
    );
  const legacy = profile === undefined ? undefined : findSetting(layers, ['profiles', profile]);
  return (
    legacy && settingFault(legacy, `--profile ${profile} cannot be used together with the table [profiles.${profile}].`)
  );
}

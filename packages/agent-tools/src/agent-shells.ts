/**
 * Shells of an agent on one platform, by name and separated by blanks. Where there are several, it is not known which
 * one runs a command.
 */
export interface AgentShells {
  /**
   * Environment variables that contain the path of the shell, in the order in which they count, and the only shells that
   * the agent accepts there. Default: none count.
   */
  readonly variables?: { readonly names: string; readonly accepted: string };
  /** Shells if no variable counts. */
  readonly otherwise: string;
  /** Shells that a call may choose where such a program is installed, by the name of the program. Default: none. */
  readonly ifInstalled?: Readonly<Record<string, string>>;
  /** True if each call may choose a shell and the agent's hooks do not say which, so that no setting decides. */
  readonly isChosenByCall?: true;
}

/** Shells of an agent by platform. */
export interface ShellsByPlatform {
  readonly unix: AgentShells;
  readonly windows: AgentShells;
}

const any: AgentShells = { otherwise: 'unknown' };
const bash: AgentShells = { otherwise: 'bash' };
const powershell: AgentShells = { otherwise: 'powershell' };

/** Takes the path of `$SHELL`, except for shells of other families. From its published code, and run at 1.18.33. */
const opencode: ShellsByPlatform = {
  unix: {
    variables: { names: 'SHELL', accepted: 'bash zsh sh dash ash ksh mksh' },
    otherwise: 'bash zsh sh',
  },
  // The first of PowerShell, Git Bash and cmd that it finds.
  windows: any,
};

/** Shells that run the commands of each agent, unless the tool or the call names one. */
export const agentShells = {
  // From its program, and run at 2.1.330: any other `$SHELL` is ignored, and bash or zsh is looked for.
  'claude-code': {
    unix: { variables: { names: 'CLAUDE_CODE_SHELL SHELL', accepted: 'bash zsh' }, otherwise: 'bash zsh' },
    windows: bash,
  },
  // From its published code, and run at 3.0.65.
  cline: { unix: bash, windows: powershell },
  // From its published code, and run at 0.169.0: `exec_command` has a parameter `shell`, which hooks are not given.
  codex: {
    unix: { otherwise: 'bash sh zsh', ifInstalled: { pwsh: 'powershell' }, isChosenByCall: true },
    windows: { otherwise: 'unknown', isChosenByCall: true },
  },
  // Each of its tools names its shell.
  copilot: { unix: bash, windows: powershell },
  // From its documentation; it was never run.
  cursor: { unix: { variables: { names: 'SHELL', accepted: 'bash zsh sh fish' }, otherwise: 'bash' }, windows: any },
  // From its published code, and run at 0.61.0.
  gemini: { unix: bash, windows: powershell },
  kilo: opencode,
  opencode,
  // From its published code, and run at 0.24.4; on Windows Git Bash, PowerShell or cmd, depending on where it was started.
  qwen: { unix: bash, windows: any },
} as const satisfies Readonly<Record<string, ShellsByPlatform>>;

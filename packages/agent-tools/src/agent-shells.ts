/**
 * Names of an agent's shells on one platform, separated by spaces. If there are several, it is unknown which shell runs
 * a command.
 */
export interface AgentShells {
  /**
   * Environment variables that contain the path of the shell, in order of precedence, and the only shells that the
   * agent accepts in these variables. Default: no variables are used.
   */
  readonly variables?: { readonly names: string; readonly accepted: string };
  /** Shells used if no variable applies. */
  readonly otherwise: string;
  /** Shells that a call may select by program name if the program is installed. Default: none. */
  readonly ifInstalled?: Readonly<Record<string, string>>;
  /**
   * True if each call may select a shell that the agent's hooks do not report, so that no setting determines the shell.
   */
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

/**
 * Uses the path in `$SHELL`, except for shells of other families. Based on opencode's published code, and on runs of
 * 1.18.33.
 */
const opencode: ShellsByPlatform = {
  unix: { variables: { names: 'SHELL', accepted: 'bash zsh sh dash ash ksh mksh' }, otherwise: 'bash zsh sh' },
  // Uses the first of PowerShell, Git Bash and cmd that it finds.
  windows: any,
};

/** Shells that run each agent's commands, unless the tool or the call specifies a shell. */
export const agentShells = {
  // Based on the program itself, and on runs of 2.1.330: Claude Code ignores any other `$SHELL` and looks for bash or
  // zsh.
  'claude-code': {
    unix: { variables: { names: 'CLAUDE_CODE_SHELL SHELL', accepted: 'bash zsh' }, otherwise: 'bash zsh' },
    windows: bash,
  },
  // Based on its published code, and on runs of 3.0.65.
  cline: { unix: bash, windows: powershell },
  // Based on its published code, and on runs of 0.169.0: `exec_command` has a `shell` parameter, which is not passed to
  // hooks.
  codex: {
    unix: { otherwise: 'bash sh zsh', ifInstalled: { pwsh: 'powershell' }, isChosenByCall: true },
    windows: { otherwise: 'unknown', isChosenByCall: true },
  },
  // Each Copilot tool specifies its shell.
  copilot: { unix: bash, windows: powershell },
  // Based on its documentation only; Cursor was never run.
  cursor: { unix: { variables: { names: 'SHELL', accepted: 'bash zsh sh fish' }, otherwise: 'bash' }, windows: any },
  // Based on its published code, and on runs of 0.61.0.
  gemini: { unix: bash, windows: powershell },
  kilo: opencode,
  opencode,
  // Based on its published code, and on runs of 0.24.4; on Windows, Git Bash, PowerShell or cmd, depending on where
  // Qwen was started.
  qwen: { unix: bash, windows: any },
} as const satisfies Readonly<Record<string, ShellsByPlatform>>;

import { type AgentTools, alike, tool } from '../agent-tool.ts';

/** Claude Code 2.1.330. `Grep`, `Glob`, `LS` and a few other tools come from builds other than the recorded one. */
export const claudeCodeTools: AgentTools = {
  Read: tool('read', { file: 'file_path', none: 'offset limit pages allow_large' }),
  NotebookRead: tool('read', { file: 'notebook_path', none: 'cell_id' }),
  Write: tool('write', { file: 'file_path', content: 'content' }),
  Edit: tool('edit', { file: 'file_path', content: 'old_string new_string', none: 'replace_all' }),
  MultiEdit: tool('edit', {
    file: 'file_path',
    content: 'edits[].old_string edits[].new_string',
    none: 'edits[].replace_all',
  }),
  NotebookEdit: tool('edit', { file: 'notebook_path', content: 'new_source', none: 'cell_id cell_type edit_mode' }),
  Glob: tool('search', { glob: 'pattern', folder: 'path' }),
  Grep: tool('search', {
    glob: 'glob',
    folder: 'path',
    content: 'pattern',
    none: 'output_mode -A -B -C -n -i type head_limit offset multiline context',
  }),
  LS: tool('list', { folder: 'path', none: 'ignore[]' }),
  LSP: tool('index', { file: 'filePath', content: 'query', none: 'operation line character' }),
  Bash: tool('command', {
    command: 'command',
    none: 'description timeout run_in_background dangerouslyDisableSandbox',
  }),
  PowerShell: tool(
    'command',
    { command: 'command', none: 'description timeout run_in_background dangerouslyDisableSandbox' },
    { shell: 'powershell' },
  ),
  ...alike(tool('running-command'), 'BashOutput KillBash KillShell'),
  Monitor: tool('command', { command: 'command', url: 'ws.url', none: 'description timeout_ms ws.protocols[]' }),
  Workflow: tool('command', { code: 'script scriptPath name args', none: 'description title resumeFromRunId' }),
  WebFetch: tool('web', { url: 'url', content: 'prompt', none: 'offset' }),
  WebSearch: tool('web', { content: 'query', none: 'allowed_domains[] blocked_domains[]' }),
  ListMcpResourcesTool: tool('resource', { server: 'server' }),
  ...alike(tool('resource', { server: 'server', url: 'uri' }), 'ReadMcpResourceTool ReadMcpResourceDirTool'),
  ...alike(
    tool('subagent', { content: 'description prompt', none: 'subagent_type model effort isolation run_in_background' }),
    'Agent Task',
  ),
  AskUserQuestion: tool('question', {
    content:
      'questions[].question questions[].header questions[].options[].label questions[].options[].description questions[].options[].preview',
    none: 'questions[].multiSelect answers annotations metadata.source',
  }),
  Skill: tool('skill', { content: 'skill args' }),
  SlashCommand: tool('slash-command'),
  ...alike(tool('own'), 'TodoWrite TaskCreate TaskGet TaskList TaskUpdate TaskOutput EnterPlanMode'),
  ExitPlanMode: tool('own', { content: 'allowedPrompts[].prompt', none: 'allowedPrompts[].tool' }),
  TaskStop: tool('own', { none: 'task_id shell_id' }),
  ToolSearch: tool('own', { content: 'query', none: 'max_results' }),
  DeferredToolPlaceholder: tool('own'),
  SendMessage: tool('own', { content: 'message summary', none: 'to notify_when_idle' }),
  ListAgents: tool('own', { content: 'q', none: 'channel cursor' }),
  ScheduleWakeup: tool('own', { content: 'prompt reason', none: 'delaySeconds noop stop' }),
  CronCreate: tool('own', { content: 'prompt', none: 'cron recurring durable' }),
  CronDelete: tool('own', { none: 'id' }),
  CronList: tool('own'),
  // Calls from inside the worktree specify it as their working folder, and are checked against the worktree.
  EnterWorktree: tool('own', { none: 'name path' }),
  ExitWorktree: tool('own', { none: 'action discard_changes' }),
  // A report mentions files without reading them.
  ReportFindings: tool('own', {
    content:
      'findings[].category findings[].failure_scenario findings[].short_summary findings[].summary findings[].verdict',
    none: 'findings[].file findings[].line findings[].outcome findings[].severity level',
  }),
};

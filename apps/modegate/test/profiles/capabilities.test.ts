import { permissionAgents } from '@modegate/agent-policies';
import { expect, test } from 'vitest';
import { capabilities } from '../../src/profiles/matrix/capabilities.ts';

test('each recorded tool has a row in the matrix, affects only the session, or is an alias', () => {
  const missing = permissionAgents.map(({ name, tools }) => {
    const shown = new Set(capabilities.flatMap((row) => row.tools[name]));
    const others = Object.keys(tools).filter((tool) => !shown.has(tool));
    return [name, Object.fromEntries(Map.groupBy(others, (tool) => tools[tool]?.kind))];
  });
  expect(Object.fromEntries(missing)).toMatchInlineSnapshot(`
    {
      "claude-code": {
        "own": [
          "TodoWrite",
          "TaskCreate",
          "TaskGet",
          "TaskList",
          "TaskUpdate",
          "TaskOutput",
          "EnterPlanMode",
          "ExitPlanMode",
          "TaskStop",
          "ToolSearch",
          "DeferredToolPlaceholder",
          "SendMessage",
          "ListAgents",
          "ScheduleWakeup",
          "CronCreate",
          "CronDelete",
          "CronList",
          "EnterWorktree",
          "ExitWorktree",
          "ReportFindings",
        ],
        "question": [
          "AskUserQuestion",
        ],
        "subagent": [
          "Task",
        ],
      },
      "codex": {
        "command": [
          "Bash",
          "shell",
          "local_shell",
          "shell_command",
        ],
        "list": [
          "list_dir",
        ],
        "own": [
          "wait",
          "send_input",
          "wait_agent",
          "resume_agent",
          "close_agent",
          "followup_task",
          "interrupt_agent",
          "list_agents",
          "send_message",
          "multi_agent_v1send_input",
          "multi_agent_v1wait_agent",
          "multi_agent_v1resume_agent",
          "multi_agent_v1close_agent",
          "multi_agent_v1followup_task",
          "multi_agent_v1interrupt_agent",
          "multi_agent_v1list_agents",
          "multi_agent_v1send_message",
          "collaborationsend_input",
          "collaborationwait_agent",
          "collaborationresume_agent",
          "collaborationclose_agent",
          "collaborationfollowup_task",
          "collaborationinterrupt_agent",
          "collaborationlist_agents",
          "collaborationsend_message",
          "tool_search",
          "update_plan",
          "get_goal",
          "create_goal",
          "update_goal",
          "clocksleep",
          "clock__sleep",
          "clock__curr_time",
          "clockcurr_time",
        ],
        "question": [
          "request_user_input",
          "request_user_input_async",
        ],
        "read": [
          "read_file",
        ],
        "search": [
          "grep_files",
        ],
        "subagent": [
          "multi_agent_v1spawn_agent",
          "collaborationspawn_agent",
        ],
      },
      "kilo": {
        "own": [
          "todowrite",
          "todoread",
          "plan_enter",
          "plan_exit",
          "invalid",
          "board_post",
          "board_read",
          "schedule_wakeup",
          "cancel_wakeup",
          "notify_user",
        ],
        "question": [
          "question",
          "suggest",
        ],
        "switch-mode": [
          "mode_switch",
        ],
      },
      "opencode": {
        "own": [
          "todowrite",
          "todoread",
          "plan_enter",
          "plan_exit",
          "invalid",
        ],
        "question": [
          "question",
        ],
      },
    }
  `);
});

test('each tool of a matrix row is recorded', () => {
  for (const { name, tools } of permissionAgents)
    for (const row of capabilities) expect(Object.keys(tools)).toEqual(expect.arrayContaining([...row.tools[name]]));
});

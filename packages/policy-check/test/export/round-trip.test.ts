import { compilePolicy, decide, type ToolRequest } from '@modegate/mode-core';
import { parseModesText } from '@modegate/mode-core/text';
import { exportMode } from '@modegate/policy-check/export';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { root, type SampleCall } from '../support/agent-evaluators.ts';
import { arbitraryExport } from '../support/arbitrary-export.ts';

test('a mode exported for Zoo Code and read again decides as before where rules are exact, and opens nothing', () => {
  fc.assert(
    fc.property(arbitraryExport, ({ policy, inventory, calls }) => {
      const { text, rules } = exportMode(policy, { target: 'zoo', mode: 'a', inventory, root });
      const project = parseModesText(text, { source: 'project', file: '.roomodes' });
      const { servers, compiled } = policy;
      const again = compilePolicy({
        project,
        builtin: [],
        servers,
        projectRoot: root,
        disabledTools: compiled.disabledToolNames,
      });
      expect(project.problems.filter(({ severity }) => severity === 'error')).toEqual([]);
      const isExact = rules.every(({ outcome }) => outcome === 'exact');
      const requests = calls.flatMap(toRequests).map((request) => ({ ...request, mode: 'a' }));
      for (const request of requests) {
        const [before, after] = [policy, again].map((one) => decide(one, request).allowed);
        if (isExact) expect([request, after]).toEqual([request, before]);
        else if (after && !isLeftOpen(request.tool)) expect([request, before]).toEqual([request, true]);
      }
    }),
    { numRuns: 500 },
  );
});

/** What every mode of Zoo Code has; the report says so. */
function isLeftOpen(tool: string): boolean {
  return ['new_task', 'skill', 'update_todo_list', 'ask_followup_question'].includes(tool);
}

function toRequests(call: SampleCall): readonly Omit<ToolRequest, 'mode'>[] {
  switch (call.kind) {
    case 'read':
      return [{ tool: 'read_file', params: { path: call.path } }];
    case 'edit':
      return ['write_to_file', 'apply_diff', 'generate_image', 'delete_file'].map((tool) => ({
        tool,
        params: { path: call.path, content: '' },
      }));
    case 'mcp':
      return [{ tool: 'use_mcp_tool', mcp: { server: call.server, tool: call.tool } }];
    case 'resource':
      return [{ tool: 'access_mcp_resource', mcp: { server: call.server } }];
    case 'search':
      return [{ tool: 'search_files', params: { path: 'docs', regex: 'x' } }];
    case 'task':
      return [{ tool: 'new_task' }];
    case 'skill':
      return [{ tool: 'skill' }];
    case 'plan':
      return [{ tool: 'update_todo_list' }];
    case 'ask':
      return [{ tool: 'ask_followup_question' }];
    case 'command':
      return [{ tool: 'execute_command' }, { tool: 'terminal_kill' }];
    case 'fetch':
      return [{ tool: 'browser_action' }];
    default:
      return [{ tool: 'codebase_search' }];
  }
}

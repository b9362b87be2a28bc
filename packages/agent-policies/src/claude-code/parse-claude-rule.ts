import { claudeCodeTools } from '@modegate/agent-tools';
import type { ClaudeRule } from './claude-rules.ts';

/** The list that contains a rule, and the rule's location. */
export type RuleOrigin = Pick<ClaudeRule, 'list' | 'scope' | 'root' | 'file' | 'line'>;

const pathTools = new Set(['Read', 'Edit']);
const pathlessTools = new Set(['Write', 'NotebookEdit', 'MultiEdit', 'NotebookRead', 'Glob', 'Grep', 'LS']);
const knownTools = new Set(Object.keys(claudeCodeTools));

/**
 * Reads a rule in the same way as Claude Code: `Tool` or `Tool(specifier)`, in which a backslash may precede a
 * parenthesis or another backslash. If the rule is ignored, the result includes the reason.
 */
export function parseClaudeRule(text: string, origin: RuleOrigin): ClaudeRule {
  const open = text.indexOf('(');
  const isScoped = open > 0 && /(?<!\\)(\\\\)*\)$/.test(text.slice(-100));
  const tool = presentName(isScoped ? text.slice(0, open) : text);
  const inside = isScoped ? withoutEscapes(text.slice(open + 1, -1), tool) : undefined;
  const specifier = inside === '*' && !tool.startsWith('mcp__') ? undefined : inside;
  return { ...origin, text, tool, specifier, ignored: findFault({ text, tool, specifier, list: origin.list }) };
}

/** On Windows, the path in a rule keeps its backslashes. */
function withoutEscapes(inside: string, tool: string): string {
  const text = inside.replaceAll('\\(', '(').replaceAll('\\)', ')');
  return pathTools.has(tool) && windowsPath.test(inside) ? text : text.replaceAll('\\\\', '\\');
}

const windowsPath = /^(?:[A-Za-z]:\\|~\\|\\(?![()!#]))/;

/** Returns the current name of a renamed tool. */
export function presentName(tool: string): string {
  return tool === 'Task' ? 'Agent' : tool;
}

type Parts = Pick<ClaudeRule, 'text' | 'tool' | 'specifier' | 'list'>;

function findFault({ text, tool, specifier, list }: Parts): string | undefined {
  if (text.trim() === '') return 'it is empty';
  if (tool.startsWith('mcp__')) return findServerFault(tool, specifier, list);
  if (tool.includes('*')) return list === 'allow' ? 'an allow rule must specify its tool without wildcards' : undefined;
  if (tool.includes('(') || tool.includes(')')) return 'it is not of the form Tool or Tool(specifier)';
  if (!knownTools.has(tool)) return `there is no tool '${tool}'; tool names are case-sensitive`;
  if (specifier === undefined) return undefined;
  if (specifier.trim() === '') return 'its parentheses are empty';
  if (pathlessTools.has(tool)) {
    const instead = /^(Write|NotebookEdit|MultiEdit)$/.test(tool) ? 'Edit' : 'Read';
    return `'${tool}' does not accept a path; '${instead}(${specifier})' covers its files`;
  }
  if (pathTools.has(tool)) return findPathFault(specifier);
  if (tool === 'WebFetch' && !/^domain:./.test(specifier)) return "it must be of the form 'domain:example.com'";
  if (tool === 'Bash' && isEmptyPrefix(specifier)) return `no command starts with the text before ':*'`;
  return undefined;
}

function findServerFault(tool: string, specifier: string | undefined, list: string): string | undefined {
  if (specifier !== undefined) return 'rules for MCP tools cannot have parentheses';
  const [, server = '', ...rest] = tool.split('__');
  if (list === 'allow' && server.includes('*')) return 'an allow rule must specify its MCP server without wildcards';
  if (rest.length > 0 && rest.join('__') === '') return 'it does not specify a tool of the server';
  return undefined;
}

function findPathFault(path: string): string | undefined {
  if (path.includes(':*')) return "':*' is for commands only";
  if (path.split('/').includes('..')) return "'..' in a path matches nothing; '//' starts an absolute path";
  return undefined;
}

/** After a space, `:*` is a colon and a wildcard. */
function isEmptyPrefix(specifier: string): boolean {
  return specifier.endsWith(':*') && /^$|\s$/.test(specifier.slice(0, -2));
}

import type { UpstreamServer } from '@modegate/mcp-host/connections';
import * as z from 'zod';
import type { ToolEstimate } from '../catalogue/tokens.ts';
import { instructionsHint, instructionsOf, type ServerInstructions } from '../trust/known-instructions.ts';
import type { ToolTrust } from '../trust/tool-trust.ts';

/** Maximum length of a server's name in requests and results. */
export const MAX_NAME_LENGTH = 500;

/** A tool in a list, without schemas and with shortened text. */
export const listedTool = z.object({
  name: z.string(),
  server: z.string(),
  tool: z.string(),
  title: z.string().optional(),
  description: z.string(),
  tokens: z.number().describe('Number of tokens that its full definition takes in a prompt.'),
  asks: z.boolean().optional().describe('True if each call asks a person for consent.'),
  warning: z.string().optional(),
});

/** A server in a list. */
export const listedServer = z.object({
  name: z.string(),
  state: z.enum(['connected', 'connecting', 'disconnected', 'disabled']),
  detail: z.string().optional(),
  instructions: z.string().optional(),
  warning: z.string().optional(),
});

/** Describes a tool in one line. */
export function describeShortly(
  { tool, tokens }: ToolEstimate,
  { asks, warning }: { readonly asks: boolean; readonly warning: string | undefined },
): z.infer<typeof listedTool> {
  const { title, description } = tool.definition;
  return {
    name: tool.exposedName,
    server: cut(tool.server, MAX_NAME_LENGTH),
    tool: tool.tool,
    ...(typeof title === 'string' ? { title: firstLine(title) } : {}),
    description: firstLine(textOf(description)),
    tokens,
    ...(asks ? { asks } : {}),
    ...(warning === undefined ? {} : { warning: cut(warning, 500) }),
  };
}

/** Describes a server's state and instructions. */
export function describeServer(
  { name, state, errors }: UpstreamServer,
  trust: Pick<ToolTrust, 'judgeInstructions'>,
): z.infer<typeof listedServer> {
  const lastError = errors.findLast(({ level }) => level === 'error')?.message;
  const reason = state.status === 'disconnected' || state.status === 'disabled' ? state.reason : undefined;
  const detail = reason ?? (state.status === 'connecting' && state.attempt > 1 ? lastError : undefined);
  const said = instructionsOf(name, state);
  return {
    name: cut(name, MAX_NAME_LENGTH),
    state: state.status,
    ...(detail === undefined ? {} : { detail: cut(detail, 500) }),
    ...(said === undefined ? {} : describeInstructions(said, trust)),
  };
}

/** Returns a server's instructions, unless they are withheld. */
function describeInstructions(
  said: ServerInstructions,
  trust: Pick<ToolTrust, 'judgeInstructions'>,
): Pick<z.infer<typeof listedServer>, 'instructions' | 'warning'> {
  const verdict = trust.judgeInstructions(said);
  const warning =
    verdict.kind === 'served' ? {} : { warning: cut(`${verdict.why} ${instructionsHint(said.server)}`, 500) };
  return { ...(verdict.kind === 'withheld' ? {} : { instructions: cut(said.instructions, 4_000) }), ...warning };
}

function firstLine(text: string): string {
  return cut(text.trim().split('\n', 1)[0] ?? '', 200);
}

function cut(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `${text.slice(0, maxLength - 1)}…`;
}

/** Returns the value if it is a string, otherwise an empty string. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

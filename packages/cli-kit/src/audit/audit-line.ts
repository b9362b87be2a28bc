import * as z from 'zod';

/** The possible outcomes of a forwarded call. */
export const auditOutcomes = ['ok', 'tool_error', 'protocol_error', 'cancelled', 'timed_out'] as const;

/** The possible outcomes of a question to a user; see `ConsentOutcome` of tool-gateway. */
export const consentOutcomes = [
  'asked',
  'accepted',
  'declined',
  'cancelled',
  'timed_out',
  'failed',
  'withdrawn',
  'unsupported',
  'unshowable',
] as const;

const common = () => ({
  v: z.literal(1).describe('Version of the format.'),
  id: z.string().describe('Identifies the call: the decision and the outcome of a call have the same id.'),
  at: z.iso.datetime().describe('When the line was created, in UTC.'),
  program: z.string().describe('The program that wrote the line, such as modes-server.'),
});

const subject = () => ({
  session_id: z.string().nullable().describe('Null if the call does not belong to a session.'),
  task_id: z.string().nullable(),
  connection_id: z.string().optional().describe("The client's connection."),
  principal: z
    .string()
    .optional()
    .describe('Owner of the credential. Over HTTP: token:<name> or jwt:<issuer> <name>; on this machine: user:<name>.'),
  agent: z.string().optional().describe('The agent whose hook sent the request, such as claude-code.'),
  agent_session: z.string().optional().describe('The session id that the agent itself uses.'),
  caller: z.string().optional().describe('The agent or subagent that made the call, if its name is known.'),
  mode: z.string().nullable().describe('The mode that made the decision; null if there is none.'),
  tool: z
    .string()
    .describe(
      "The tool that was judged: a tool of the agent, use_mcp_tool or access_mcp_resource for other servers, or one of the server's own tools. If the call was not for a tool, the MCP method.",
    ),
  mcp_server: z.string().optional(),
  mcp_tool: z.string().optional().describe('The tool of the MCP server.'),
  mcp_resource: z.string().optional().describe('URI of a resource, or name of a prompt.'),
});

const ruleSchema = () =>
  z.object({
    layer: z.string(),
    pointer: z.string(),
    source_file: z.string().optional(),
    line: z.number().int().optional(),
    text: z.string(),
  });

const argumentsSchema = () =>
  z.unknown().optional().describe('Present only if the log is configured to keep arguments.');

const decisionSchema = () =>
  z.object({
    ...common(),
    event: z.literal('decision'),
    ...subject(),
    requested_mode: z.string().optional().describe('The mode that was requested, if any.'),
    allowed: z.boolean(),
    code: z
      .string()
      .optional()
      .describe('Why the call was refused or failed: a refusal code, the name of a wire error, or CANCELLED.'),
    reason: z.string().optional(),
    rule: ruleSchema().nullable().describe('Null if the decision came from a state, not from a rule.'),
    paths: z
      .array(z.string())
      .optional()
      .describe('For a call that a hook judged: the files and folders that the call specifies (at most 20).'),
    files: z.array(z.string()).optional().describe('For a change to modes: the files that the change writes.'),
    granted: z.array(z.string()).optional().describe('For a change to modes: the permissions that the modes gain.'),
    taken: z.array(z.string()).optional().describe('For a change to modes: the permissions that the modes lose.'),
    arguments: argumentsSchema(),
  });

const consentSchema = () =>
  z.object({
    ...common(),
    event: z.literal('consent'),
    ...subject(),
    consent: z
      .enum(consentOutcomes)
      .describe(
        'Outcome of the question: asked; accepted, declined or cancelled by the person; timed_out; failed; withdrawn with the call; unsupported by the client or the request; unshowable in full.',
      ),
    reason: z.string().describe('Why the call needs consent.'),
    rule: ruleSchema().describe('The first rule that requires consent.'),
    digest: z.string().optional().describe('SHA-256 of everything that the consent is bound to.'),
    arguments: argumentsSchema(),
  });

const outcomeSchema = () =>
  z.object({
    ...common(),
    event: z.literal('outcome'),
    ...subject(),
    outcome: z.enum(auditOutcomes),
    duration_ms: z.number().nonnegative().describe('Time from the decision to the answer.'),
    error: z.object({ code: z.union([z.number(), z.string()]), message: z.string() }).optional(),
  });

const gapSchema = () =>
  z.object({
    ...common(),
    event: z.literal('gap'),
    lost: z.number().int().positive().describe('How many lines were lost while the file could not be written.'),
  });

/**
 * Returns the schema of one line of the audit log: a decision, a question to a user or the answer, the outcome of an
 * allowed call, or a gap. The schema is created on demand for readers; writers need not wait for it.
 */
export const auditLineSchema = () =>
  z.discriminatedUnion('event', [decisionSchema(), consentSchema(), outcomeSchema(), gapSchema()]);

/** A decision to allow or refuse. */
export type AuditDecision = z.infer<ReturnType<typeof decisionSchema>>;

/** A question to a user, or the answer. */
export type AuditConsent = z.infer<ReturnType<typeof consentSchema>>;

/** The outcome of an allowed and forwarded call. */
export type AuditOutcome = z.infer<ReturnType<typeof outcomeSchema>>;

/** One line of the audit log. */
export type AuditLine = z.infer<ReturnType<typeof auditLineSchema>>;

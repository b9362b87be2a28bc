import { askJudge } from './ask-judge.ts';

// Shorter than the three seconds for which Cline itself waits for a plugin.
const limitMs = 2_500;

let rootPath: string | undefined;

/** Data that Cline passes to a plugin before a tool runs. */
interface BeforeTool {
  readonly toolCall: unknown;
  readonly input: unknown;
  readonly snapshot?: {
    readonly agentId?: unknown;
    readonly parentAgentId?: unknown;
    readonly conversationId?: unknown;
  };
}

/** Plugin for Cline, which skips a refused call and reports the reason to the model. */
export default {
  name: 'modegate',
  manifest: { capabilities: ['hooks'] },
  setup(_api: unknown, context?: { readonly workspaceInfo?: { readonly rootPath?: string } }): void {
    rootPath = context?.workspaceInfo?.rootPath;
  },
  hooks: {
    async beforeTool({ toolCall, input, snapshot }: BeforeTool) {
      const { agentId, parentAgentId, conversationId } = snapshot ?? {};
      const call = { event: 'beforeTool', toolCall, input, snapshot: { agentId, parentAgentId, conversationId } };
      // Relative paths are resolved against the session's folder, which Cline does not report reliably.
      for (const directory of new Set([process.cwd(), rootPath ?? process.cwd()])) {
        const reason = await askJudge('cline', { ...call, directory }, limitMs);
        if (reason !== undefined) return { skip: true, reason };
      }
      return undefined;
    },
  },
};

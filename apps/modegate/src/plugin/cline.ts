import { askJudge } from './ask-judge.ts';

// Cline itself waits three seconds for a plugin.
const limitMs = 2_500;

let rootPath: string | undefined;

/** What Cline hands to a plugin before a tool runs. */
interface BeforeTool {
  readonly toolCall: unknown;
  readonly input: unknown;
  readonly snapshot?: {
    readonly agentId?: unknown;
    readonly parentAgentId?: unknown;
    readonly conversationId?: unknown;
  };
}

/** The plugin of Cline, which skips a refused call and tells the model why. */
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
      // Relative paths begin in the folder of the session, which Cline does not name for certain.
      for (const directory of new Set([process.cwd(), rootPath ?? process.cwd()])) {
        const reason = await askJudge('cline', { ...call, directory }, limitMs);
        if (reason !== undefined) return { skip: true, reason };
      }
      return undefined;
    },
  },
};

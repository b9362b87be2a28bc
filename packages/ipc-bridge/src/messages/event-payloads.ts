import * as z from 'zod';
import { recordOf, words } from '../words.ts';
import { compileSchema, type Predicate } from './compile-schema.ts';
import { askNames, sayNames } from './message-words.ts';

const taskId = z.string();
const taskOnly = z.tuple([taskId]);
const taskEvents = words(`
  taskCreated taskStarted taskAborted taskFocused taskUnfocused taskActive taskInteractive taskResumable taskIdle taskPaused
  taskUnpaused taskAskResponded taskUserMessage`);
const parentAndChild = z.tuple([taskId, taskId]);
const optionalText = z.string().optional();
const optionalNumber = z.number().optional();

const tokenUsage = z.strictObject({
  totalTokensIn: z.number(),
  totalTokensOut: z.number(),
  totalCacheWrites: optionalNumber,
  totalCacheReads: optionalNumber,
  totalCost: z.number(),
  contextTokens: z.number(),
});

// Accepts any tool name as a key, because agents have their own tools.
const toolUsage = z.record(z.string(), z.strictObject({ attempts: z.number(), failures: z.number() }));

const message = z.strictObject({
  ts: z.number(),
  type: z.enum(['ask', 'say']),
  ask: z.enum(askNames).optional(),
  say: z.enum(sayNames).optional(),
  text: optionalText,
  images: z.array(z.string()).optional(),
  partial: z.boolean().nullish(),
  reasoning: optionalText,
  conversationHistoryIndex: optionalNumber,
  checkpoint: z.record(z.string(), z.unknown()).optional(),
  progressStatus: z.strictObject({ icon: optionalText, text: optionalText }).optional(),
  contextCondense: z
    .strictObject({
      cost: z.number(),
      prevContextTokens: z.number(),
      newContextTokens: z.number(),
      summary: z.string(),
      condenseId: optionalText,
    })
    .optional(),
  contextTruncation: z
    .strictObject({
      truncationId: z.string(),
      messagesRemoved: z.number(),
      prevContextTokens: z.number(),
      newContextTokens: z.number(),
    })
    .optional(),
  isProtected: z.boolean().optional(),
  apiProtocol: z.enum(['openai', 'anthropic']).optional(),
  isAnswered: z.boolean().optional(),
});

const queuedMessage = z.strictObject({
  timestamp: z.number(),
  id: z.string(),
  text: z.string(),
  images: z.array(z.string()).optional(),
});

const slashCommand = z.strictObject({
  name: z.string(),
  source: z.enum(['global', 'project', 'built-in']),
  filePath: optionalText,
  description: optionalText,
  argumentHint: optionalText,
});

// Model info gains fields with every release, so only its type is checked.
const modelInfo = z.looseObject({});

const requestId = z.string();
const startFailure = z.strictObject({
  requestId,
  success: z.literal(false),
  errorCode: z.string(),
  errorMessage: z.string(),
  stage: optionalText,
});
const startSuccess = z.strictObject({ requestId, success: z.literal(true), taskId });

const headlessAsk = z.strictObject({
  taskId,
  rootTaskId: taskId,
  askId: z.string(),
  ask: z.string(),
  text: optionalText,
  isProtected: z.boolean().optional(),
});
const headlessFailure = z.strictObject({ taskId, rootTaskId: taskId, code: z.string(), message: z.string() });
const headlessResult = z.strictObject({
  rootTaskId: taskId,
  currentTaskId: taskId,
  outcome: z.enum(['completed', 'needs_input', 'cancelled', 'failed']),
  resumable: z.boolean(),
  cancellationReason: z.enum(['user', 'signal', 'timeout']).optional(),
  content: optionalText,
  historyItem: z.looseObject({}).optional(),
});

/**
 * The payload of every event that a known dialect sends, across all versions. A payload that matches no schema still
 * passes, but is marked as unknown. Schemas are strict, so that an unknown field is noticed.
 */
export const eventPayloads = {
  ...recordOf(taskEvents, taskOnly),
  // The payload had three elements before Roo Code 3.20.3, and still has three in fork.
  taskCompleted: z.tuple([taskId, tokenUsage, toolUsage, z.strictObject({ isSubtask: z.boolean() }).optional()]),

  taskSpawned: parentAndChild,
  taskDelegated: parentAndChild,
  taskDelegationCompleted: z.tuple([taskId, taskId, z.string()]),
  taskDelegationResumed: parentAndChild,
  message: z.tuple([z.strictObject({ taskId, action: z.enum(['created', 'updated']), message })]),
  taskModeSwitched: z.tuple([taskId, z.string()]),

  queuedMessagesUpdated: z.tuple([taskId, z.array(queuedMessage)]),
  // The payload had two elements before Roo Code 3.36.2, and still has two in fork.
  taskTokenUsageUpdated: z.tuple([taskId, tokenUsage, toolUsage.optional()]),
  taskToolFailed: z.tuple([taskId, z.string(), z.string()]),
  modeChanged: z.tuple([z.string()]),
  providerProfileChanged: z.tuple([z.strictObject({ name: z.string(), provider: z.string() })]),
  commandsResponse: z.tuple([z.array(slashCommand)]),
  modesResponse: z.tuple([z.array(z.strictObject({ slug: z.string(), name: z.string() }))]),
  modelsResponse: z.tuple([z.record(z.string(), modelInfo)]),
  evalPass: z.undefined(),
  evalFail: z.undefined(),
  // Fork: the reply to every command. A command without a result omits the inner payload.
  commandResponse: z.tuple([z.strictObject({ commandName: z.string(), requestId, payload: z.unknown().optional() })]),
  // Zoo: the reply to a StartNewTask that carried a request id.
  taskStartResponse: z.tuple([z.discriminatedUnion('success', [startSuccess, startFailure])]),
  // Zoo, in builds with the direct headless API.
  headlessAsk: z.tuple([headlessAsk]),
  headlessTerminalFailure: z.tuple([headlessFailure]),
  headlessTaskResult: z.tuple([headlessResult]),
} satisfies Readonly<Record<string, z.ZodType>>;

// Uses a map, so that an event named `constructor` is treated like any other.
const checks: ReadonlyMap<string, Predicate> = new Map(
  Object.entries(eventPayloads).map(([name, schema]) => [name, compileSchema(schema)]),
);

/** True if any dialect knows every field of a payload under this event name. */
export function isKnownPayload(eventName: string, payload: unknown): boolean {
  return checks.get(eventName)?.(payload) ?? false;
}

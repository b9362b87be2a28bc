import type { JsonObject } from '@modegate/json';
import type { RequestContext } from './context.ts';
import type { Completion, CompletionRequest } from './resource.ts';
import type { ContentBlock } from './tool-result.ts';

/** One argument of a prompt; values are always strings (MCP 2025-11-25, `PromptArgument`). */
export interface PromptArgument {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  /** True if the argument is required. Default false. */
  readonly required?: boolean;
}

/** One message in a prompt. */
export interface PromptMessage {
  readonly role: 'user' | 'assistant';
  readonly content: ContentBlock;
}

/** A rendered prompt; a string represents one user message. */
export type PromptReading =
  | string
  | { readonly description?: string; readonly messages: readonly PromptMessage[]; readonly _meta?: JsonObject };

/** A prompt as plain data plus the function that renders it. Create it with {@link definePrompt}. */
export interface PromptDefinition {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly arguments?: readonly PromptArgument[];
  /** Additional members of the listed prompt, copied unchanged: `icons`, `_meta`. */
  readonly extra?: JsonObject;
  get(values: Readonly<Record<string, string>>, context: RequestContext): PromptReading | Promise<PromptReading>;
  complete?(request: CompletionRequest, context: RequestContext): Completion | Promise<Completion>;
}

/** Returns its argument with the type of a prompt definition. */
export function definePrompt(prompt: PromptDefinition): PromptDefinition {
  return prompt;
}

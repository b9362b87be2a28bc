import type { JsonObject } from '@modegate/json';
import type { OutgoingEvent } from '../messages/outgoing-event.ts';
import type { ReceivedCommand } from '../server/server-options.ts';

/** A step of a fake task. */
export type FakeStep =
  /** Sends text, either in one piece or streamed; `say` is the kind of message, `text` by default. */
  | { readonly step: 'say'; readonly text: string; readonly say?: string; readonly pieces?: number }
  /** Asks a question and waits for an answer; the steps returned by `onAnswer` run before the remaining steps. */
  | {
      readonly step: 'ask';
      readonly ask: string;
      readonly text: string;
      readonly onAnswer?: (answer: FakeAnswer) => Iterable<FakeStep>;
    }
  /** Presents a result in the form that the dialect prescribes. */
  | { readonly step: 'complete'; readonly text: string }
  | { readonly step: 'switchMode'; readonly mode: string }
  | { readonly step: 'failTool'; readonly tool: string; readonly error: string }
  | { readonly step: 'useTokens'; readonly tokensIn: number; readonly tokensOut: number; readonly cost: number }
  /** Sends any event to every client. */
  | { readonly step: 'emit'; readonly event: OutgoingEvent }
  | { readonly step: 'wait'; readonly ms: number }
  /** Does nothing until the task is aborted. */
  | { readonly step: 'hang' }
  /** Closes every connection and forgets the running tasks, as an editor does when it restarts. */
  | { readonly step: 'restart' };

/** Answer to a question: a message or a button. */
export interface FakeAnswer {
  readonly kind: 'message' | 'yes' | 'no';
  readonly text: string;
  readonly images: readonly string[];
}

/** Prompt of a new task. */
export interface FakePrompt {
  readonly taskId: string;
  readonly text: string;
  readonly images: readonly string[];
  readonly configuration: JsonObject;
}

/** Script of a fake agent. */
export interface FakeAgentScript {
  /** Steps of a new task; a generator is read one step at a time. Default: see {@link defaultSteps}. */
  readonly task?: (prompt: FakePrompt) => Iterable<FakeStep>;
  /**
   * Called first for every command: if it returns `ignore`, the command is never answered; if it returns an error, the
   * command is refused; otherwise, the command is executed.
   */
  readonly command?: (command: ReceivedCommand) => 'carryOut' | 'ignore' | Error | undefined;
  /**
   * Called for a command that is dropped silently, in the way that agents drop a command with even one invalid value;
   * receives the command and the reason.
   */
  readonly dropped?: (command: ReceivedCommand, reason: string) => void;
}

/** Thinks, streams an answer, asks a question if the prompt ends in a question mark, and presents a result. */
export function* defaultSteps({ text }: FakePrompt): Generator<FakeStep> {
  yield { step: 'say', say: 'api_req_started', text: '{"request":"…"}' };
  yield { step: 'say', text: `You wrote: ${text}`, pieces: 5 };
  yield { step: 'useTokens', tokensIn: 120, tokensOut: 40, cost: 0.001 };
  if (text.trimEnd().endsWith('?')) {
    const question = JSON.stringify({ question: 'What do you mean?', suggest: [{ answer: 'Just that.' }] });
    yield { step: 'ask', ask: 'followup', text: question, onAnswer: echo };
  }
  yield { step: 'complete', text: 'Done.' };
}

function echo({ text }: FakeAnswer): readonly FakeStep[] {
  return [{ step: 'say', text: `You answered: ${text}`, pieces: 2 }];
}

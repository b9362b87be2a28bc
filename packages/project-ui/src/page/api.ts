import { connectByHttp, type EditorClient } from '@modegate/restrictions-editor/messages';
import {
  type Answers,
  type CallExplanation,
  type FixRequest,
  type FixView,
  type ModePermissions,
  questionFields,
  type WhyAnswer,
  type WhyQuestion,
} from '@modegate/restrictions-editor/model';
import { type EditorStrings, readArguments } from '@modegate/restrictions-editor/views';
import type { ProjectOverview, TaskListView, TaskView } from '../wire.ts';
import { followEvents, type PageEvent } from './follow-events.ts';

/** The program's responses, received over HTTP. */
export interface Api extends Answers {
  readonly overview: () => Promise<ProjectOverview>;
  readonly fix: (request: FixRequest) => Promise<FixView>;
  readonly undo: (step: { readonly id: number }) => Promise<unknown>;
  readonly askServers: () => Promise<unknown>;
  readonly tasks: () => Promise<TaskListView>;
  readonly task: (task: { readonly id: string }) => Promise<TaskView>;
  /** Returns the mode of a task, evaluated under the task's current circumstances. */
  readonly taskMode: (task: { readonly id: string }) => Promise<ModePermissions>;
  /** Returns the editor's connection for one mode. */
  readonly editor: (mode: string) => EditorClient;
  /** Subscribes to events; returns a function that ends the subscription. */
  readonly onEvent: (listener: (event: PageEvent) => void) => () => void;
}

/** Connects the page to the program; events are received as long as there is a listener. */
export function createApi(token: string, strings: EditorStrings): Api {
  const headers = { authorization: `Bearer ${token}` };
  const ask = createRequest(headers, strings);
  const onEvent = shareEvents(headers);
  return {
    overview: () => ask('overview'),
    mode: (question) => ask('picture', question),
    matrix: () => ask('matrix'),
    why: (question) => askWhy(ask, question, strings),
    fix: (request) => ask('fix', request),
    undo: (step) => ask('undo', step),
    askServers: () => ask('ask'),
    tasks: () => ask('tasks'),
    task: (task) => ask('task', task),
    taskMode: (task) => ask('task-picture', task),
    onEvent,
    editor: (mode) => ({
      ...connectByHttp('api/editor', { modeSlug: mode, headers }),
      // The program announces changes, so no polling is needed.
      onChange: (listener) =>
        onEvent(({ type }) => {
          if (type === 'changed' || type === 'connected') listener();
        }),
    }),
  };
}

type Headers = Readonly<Record<string, string>>;
type Ask = <Answer>(name: string, body?: object) => Promise<Answer>;

/** Creates a function that sends requests and rejects with the program's message if a request is refused. */
function createRequest(headers: Headers, strings: EditorStrings): Ask {
  return async <Answer>(name: string, body: object = {}) => {
    const response = await fetch(`api/${name}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const answer = (await response.json()) as Answer & Refused;
    if (!response.ok) throw new Error(sentenceOf(answer) ?? strings.programAnswered(response.status));
    return answer;
  };
}

/** A refusal: a sentence from the program's own pages, or a JSON-RPC error from MCP. */
interface Refused {
  readonly error?: string | { readonly message?: string };
}

function sentenceOf({ error }: Refused): string | undefined {
  return typeof error === 'string' ? error : error?.message;
}

async function askWhy(ask: Ask, question: WhyQuestion, strings: EditorStrings): Promise<WhyAnswer> {
  const { mode, target } = question;
  const args = readArguments(question.args);
  if (args === undefined) return { state: 'unclear', field: 'args', message: strings.argumentsBroken };
  return await ask<CallExplanation>('why', { mode, target: target.trim(), args, ...questionFields(question) });
}

function shareEvents(headers: Headers): Api['onEvent'] {
  const listeners = new Set<(event: PageEvent) => void>();
  let stop: (() => void) | undefined;
  return (listener) => {
    listeners.add(listener);
    stop ??= followEvents(headers, (event) => {
      for (const each of listeners) each(event);
    });
    return () => {
      listeners.delete(listener);
      if (listeners.size > 0) return;
      stop?.();
      stop = undefined;
    };
  };
}

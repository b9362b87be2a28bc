import type { ServerResponse } from 'node:http';
import { watchProject } from '@modegate/project/node';
import { createSaveHistory } from '../edits/save-history.ts';
import { createPageOperations } from '../operations/operations.ts';
import { createProjectState } from '../operations/project-state.ts';
import { UiRefusal } from '../operations/refusal.ts';
import type { UiProject } from '../operations/ui-project.ts';
import type { PageViewer } from '../operations/viewer.ts';
import { createEventStreams, type EventStreams } from './event-streams.ts';

/** Answers the page's requests, independently of the server that receives them. */
export type UiHost = ReturnType<typeof openUiHost>;

/** Starts following a project and its audit log. */
export function openUiHost(project: UiProject, onProblem: (error: unknown) => void) {
  const state = createProjectState(project, onProblem);
  const history = createSaveHistory(Date.now);
  const events = createEventStreams();
  const operations = createPageOperations({ ui: project, state, history });
  state.onChange(() => events.send({ type: 'changed' }));
  const watch = watchProject({ ...project.location, onChange: () => state.refresh('files'), onError: onProblem });
  const more = project.watchMore?.(() => state.refresh('files'));
  more?.catch(onProblem);
  const following = followAudit(project, events, onProblem);
  return {
    /** Maximum size of a request's body; undefined if there is no operation with this name. */
    maxBytesOf: (name: string) => (name === 'events' ? maxEventBytes : operations.get(name)?.maxBytes),
    /** Answers one request from a viewer. @throws {UiRefusal} if the request is refused. */
    run(name: string, body: unknown, viewer: PageViewer) {
      const operation = operations.get(name);
      if (operation === undefined) throw new UiRefusal(404, 'Nothing is here.');
      return operation.run(body, viewer);
    },
    /**
     * Reports events as lines of JSON until one side ends the stream. @throws {UiRefusal} 429 if too many streams are
     * open.
     */
    openStream(response: ServerResponse, viewer: PageViewer) {
      if (!events.hasRoom(viewer.id)) throw new UiRefusal(429, 'Too many pages are open.');
      response.writeHead(200, { 'content-type': 'application/x-ndjson' });
      events.open(response, viewer.id);
    },
    async close() {
      events.close();
      const endMore = more?.then((end) => end()).catch(() => undefined);
      await Promise.all([watch.close(), state.close(), following.close(), endMore]);
    },
  };
}

/** The body of a request for events is ignored. */
const maxEventBytes = 1024;

/** Returns the response to a failed request; failures that are not caused by the request are reported. */
export function failureResponse(
  error: unknown,
  onProblem: (error: unknown) => void,
): { readonly status: number; readonly body: { readonly error: string } } {
  const isOurs = error instanceof UiRefusal;
  if (!isOurs) onProblem(error);
  const message = error instanceof Error ? error.message : String(error);
  return { status: isOurs ? error.status : 500, body: { error: message } };
}

function followAudit(
  { audit }: UiProject,
  events: EventStreams,
  onProblem: (error: unknown) => void,
): { readonly close: () => Promise<void> } {
  if (audit === undefined) return { close: async () => undefined };
  const closing = new AbortController();
  const follow = async (): Promise<void> => {
    for await (const entry of audit.follow(closing.signal)) events.send({ type: 'audit', entries: [entry] });
  };
  const following = follow().catch(onProblem);
  return {
    close: async () => {
      closing.abort();
      await following;
    },
  };
}

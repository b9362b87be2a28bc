import { isDeepStrictEqual } from 'node:util';
import type { ServerEntry } from '@modegate/server-config';
import { messageOf } from '../host-error.ts';
import { planServer, type ServerPlan } from '../launch/server-plan.ts';
import { createLogLimit } from '../transport/server-log.ts';
import { type CachedRevision, createCachedRevision } from './cached-revision.ts';
import { startReconnectLoop } from './reconnect-loop.ts';
import { idleState, type ServerConnection } from './server-connection.ts';
import {
  addHistory,
  handleServerNotification,
  markStale,
  setConnected,
  setConnecting,
  setDisconnected,
  setState,
  timeoutOf,
} from './server-state.ts';
import { watchLaunchFiles } from './watch-launch-files.ts';

type StartPlan = Extract<ServerPlan, { readonly state: 'start' }>;

/** Starts a server unless it is disabled or running. Returns immediately. */
export function startServer(server: ServerConnection): void {
  if (server.isOn) return;
  server.isOn = true;
  if (server.plan.state === 'start') begin(server, server.plan);
}

/** Stops a server; resolves once its link has ended. */
export async function stopServer(server: ServerConnection): Promise<void> {
  if (server.isOn) {
    server.isOn = false;
    setState(server, idleState(server.plan, server.dependencies.timing.clock()));
  }
  await endRun(server);
}

/**
 * Restarts a server regardless of its backoff, and resolves once the outcome is known. Does nothing if the server is
 * disabled or unused.
 */
export async function restartServer(server: ServerConnection, why: string): Promise<void> {
  const { plan, isOn } = server;
  if (!isOn || plan.state === 'disabled') return;
  addHistory(server, 'info', why);
  begin(server, plan);
  await server.outcome.promise;
}

/** Restarts a server if its clients now want a different revision that the server may support. */
export function followClients(server: ServerConnection): void {
  if (server.revision?.known.needsRestart() !== true) return;
  void restartServer(server, 'Restarted with a session, because a client requires one.');
}

/**
 * Applies another entry with the same name to a server. Only changed launch settings cause a restart; other changes
 * take effect immediately. Resolves once a disabled server has stopped; does not wait for a start.
 */
export async function updateServer(server: ServerConnection, entry: ServerEntry): Promise<void> {
  const { plan: before, entry: entryBefore, dependencies, isOn } = server;
  const plan = planServer(entry, dependencies.origin);
  if (entry === entryBefore && isSamePlan(before, plan)) return;
  server.entry = entry;
  server.plan = plan;
  markStale(server);
  if (plan.state === 'disabled' || before.state === 'disabled' || !isOn) {
    setState(server, idleState(plan, dependencies.timing.clock()));
    if (plan.state === 'start' && isOn) begin(server, plan);
    else await endRun(server);
  } else if (!isDeepStrictEqual(before.launch, plan.launch)) {
    addHistory(server, 'info', 'Restarted because its entry changed.');
    begin(server, plan);
  } else {
    if (!meansTheSame(entryBefore, entry)) dependencies.emit({ type: 'state', server: server.name });
    watch(server, plan);
  }
}

/** True if two plans for the same entry are equal. */
function isSamePlan(one: ServerPlan, other: ServerPlan): boolean {
  if (one.state === 'start' || other.state === 'start') return one.state === other.state;
  return one.reason === other.reason;
}

/** True if two entries differ only in their position in the file. */
function meansTheSame(one: ServerEntry, other: ServerEntry): boolean {
  const meaning = ({ state, file, policy, ...rest }: ServerEntry) => ({
    state,
    file,
    policy,
    config: 'config' in rest ? rest.config : undefined,
    extra: 'extra' in rest ? rest.extra : undefined,
  });
  return isDeepStrictEqual(meaning(one), meaning(other));
}

/** Starts the reconnect loop after any loop that is still running has ended. */
function begin(server: ServerConnection, plan: StartPlan): void {
  const { name, dependencies } = server;
  const { timing, opening } = dependencies;
  // Passes through `disconnected`, which ends everything that depends on the previous link.
  const now = timing.clock();
  setState(server, { status: 'disconnected', since: now, reason: 'It is being started.', attempts: 0, retryAt: now });
  server.outcome = Promise.withResolvers<void>();
  setConnecting(server, 1);
  for (const remark of plan.remarks) addHistory(server, 'info', remark);
  watch(server, plan);
  const { launch, redact } = plan;
  const notes = { stderr: createLogLimit(timing.now), garbage: createLogLimit(timing.now) };
  server.turns.begin(() =>
    startReconnectLoop({
      name,
      timing,
      opening,
      launch,
      revision: cachedRevision(server, plan),
      redact,
      timeoutMs: () => timeoutOf(server),
      onConnecting: (attempt) => setConnecting(server, attempt),
      onConnected: (upstream, disconnect) => setConnected(server, upstream, disconnect),
      onDisconnected: (end) => setDisconnected(server, end),
      onNotification: (method, params) => handleServerNotification(server, method, params),
      onLog: (kind, text) =>
        notes[kind].take(text, (line) => addHistory(server, kind === 'stderr' ? 'info' : 'warn', line)),
    }),
  );
}

/** Returns the cached revision of a server; the cache is discarded when the server's launch settings change. */
function cachedRevision(server: ServerConnection, { launch }: StartPlan): CachedRevision {
  const { entry, revision, dependencies } = server;
  if (revision !== undefined && isDeepStrictEqual(revision.launch, launch)) return revision.known;
  const known = createCachedRevision(entry, dependencies.opening);
  server.revision = { launch, known };
  return known;
}

/** Resolves once no link to the server is open or being opened, and no file is being watched. */
async function endRun(server: ServerConnection): Promise<void> {
  const { watch: paths } = server;
  server.watch = undefined;
  await Promise.all([server.turns.end(), paths?.close()]);
}

/** Replaces the set of files watched for a server; if the set is unchanged, the existing watch continues. */
function watch(server: ServerConnection, { watchPaths: paths }: StartPlan): void {
  const { timing, watchFiles } = server.dependencies;
  if (server.watch !== undefined && isDeepStrictEqual(server.watch.paths, paths)) return;
  void server.watch?.close();
  server.watch = undefined;
  if (paths.length === 0) return;
  server.watch = watchLaunchFiles({
    paths,
    watchFiles,
    schedule: timing.schedule,
    onChange: () => void restartServer(server, 'Restarted because a watched file changed.'),
    onError: (error) => addHistory(server, 'warn', `Its files cannot be watched: ${messageOf(error)}`),
  });
}

import type { UpstreamRequestOptions } from '@modegate/mcp-host/connections';
import type { CallContext, CallProgress } from './call-context.ts';
import type { JsonObject } from './json-object.ts';

/** The params of a client's request for an upstream: everything but the progress token, which is ours to give. */
export function passedParams({ params, meta }: CallContext): JsonObject {
  if (meta.progressToken === undefined) return params;
  const { progressToken: _token, ...rest } = meta;
  if (Object.keys(rest).length > 0) return { ...params, _meta: rest };
  const { _meta, ...others } = params;
  return others;
}

/** Hands a client's cancellation to the upstream, and the upstream's progress to a client that asked for it. */
export function passedRequest(context: CallContext): UpstreamRequestOptions {
  const { signal, meta } = context;
  if (meta.progressToken === undefined) return { signal };
  return { signal, onProgress: ({ progressToken: _token, ...progress }) => void passProgress(context, progress) };
}

function passProgress(context: CallContext, progress: JsonObject): Promise<void> {
  return typeof progress.progress === 'number' ? context.progress(progress as CallProgress) : Promise.resolve();
}

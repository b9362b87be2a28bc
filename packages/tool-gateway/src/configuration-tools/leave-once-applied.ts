import type { Viewer } from '../gateway-tool.ts';
import type { ConfigurationContext } from './context.ts';

/**
 * Ends the viewer's configuration mode as part of a change of the equipped set, so that both are one change: it is announced
 * by itself only when nothing else about the set is.
 */
export function leaveOnceApplied(
  { mode }: ConfigurationContext,
  { connectionId }: Viewer,
): (isAnnounced: boolean) => void {
  return (isAnnounced) => {
    mode.exit(connectionId, { announce: !isAnnounced });
  };
}

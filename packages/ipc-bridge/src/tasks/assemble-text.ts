import type { JsonObject } from '../json.ts';
import type { AgentMessage } from '../messages/agent-message.ts';

/**
 * The text of a message after one more frame, as fork streams: a frame holds only what is new, but all of the text
 * again after another message came in between, and its last frame is no exception. A frame that begins with the text so
 * far is therefore taken to be the whole; a piece that happens to begin so cannot be told from it.
 */
export function assembleText(
  earlier: { readonly text: string; readonly stream: AgentMessage['stream']; readonly latest: JsonObject } | undefined,
  frame: AgentMessage,
): string {
  if (earlier === undefined || frame.stream === 'none') return frame.text;
  // The lengths first: to look into a text that was put together of pieces copies it, each time.
  if (frame.text.length >= earlier.text.length && frame.text.startsWith(earlier.text)) return frame.text;
  if (earlier.stream === 'open') return earlier.text + frame.text;
  // Ended already: the same frame once more says nothing new, and anything else is another text.
  return frame.text === earlier.latest.text ? earlier.text : frame.text;
}

import { createServer } from 'node:net';

const delimiter = '\f';
const frame = (message) => `${JSON.stringify({ type: 'message', data: message })}${delimiter}`;

/** The first frame of an agent: who it is. */
export const acknowledgement = frame({
  type: 'Ack',
  origin: 'server',
  data: { clientId: '0123456789ab', pid: process.pid, ppid: process.ppid },
});

/** One frame: a piece of a streamed answer, as an agent of the official dialect sends it. */
export function messageFrame(taskId, ts, text) {
  const message = { ts, type: 'say', say: 'text', text, partial: false };
  const data = { eventName: 'message', payload: [{ taskId, action: 'created', message }] };
  return frame({ type: 'TaskEvent', origin: 'server', data });
}

/** What an agent sends in a busy minute: many short messages, some long ones, a lifecycle event now and then. */
export function eventStream(count) {
  const frames = [];
  for (let index = 0; index < count; index++) {
    if (index % 50 === 49) {
      const data = { eventName: 'taskAskResponded', payload: ['task-1'] };
      frames.push(frame({ type: 'TaskEvent', origin: 'server', data }));
    } else frames.push(messageFrame('task-1', index, 'Ä'.repeat(index % 10 === 0 ? 2000 : 80)));
  }
  return frames.join('');
}

/** A socket that greets each client and hands it over; nothing of a library, so that both sides of a comparison meet the same. */
export async function serveRaw(path, onClient) {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.write(acknowledgement);
    onClient(socket);
  });
  await new Promise((resolve) => server.listen(path, resolve));
  return () => new Promise((resolve) => server.close(resolve));
}

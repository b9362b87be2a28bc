// Serves the same stream of events to whoever connects, over and over: `node stream-writer.mjs <socket> <count>`.
import { eventStream, serveRaw } from './event-stream.mjs';

const [path, count] = process.argv.slice(2);
const stream = Buffer.from(eventStream(Number(count)));
await serveRaw(path, (socket) => socket.write(stream));
process.send?.('ready');

export { type LinkOptions, linkedChannels } from './linked-channels.ts';

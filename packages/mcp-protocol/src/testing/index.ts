export {
  type ConnectInMemoryOptions,
  connectInMemory,
  type InMemoryClient,
  type InMemoryRequestOptions,
} from './connect-in-memory.ts';

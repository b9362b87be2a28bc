export {
  type ConnectInMemoryOptions,
  connectInMemory,
  type InMemoryClient,
  type InMemoryRequestOptions,
  RequestError,
} from './connect-in-memory.ts';

export {
  type ClientRequestOptions,
  type ConnectInMemoryOptions,
  connectInMemory,
  type InMemoryClient,
  RequestError,
} from './connect-in-memory.ts';

export { type ConnectAgentOptions, connectAgent } from './connect-agent.ts';
export { type ServeAgentOptions, type ServedAgent, serveAgent } from './serve-agent.ts';

export type { RecordedAgent, RecordedTool } from './recorded-agent.ts';

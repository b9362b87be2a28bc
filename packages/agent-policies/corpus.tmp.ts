import { readFileSync, readdirSync } from 'node:fs';
import { permissionAgents } from '@modegate/agent-policies';
import { findClaudeRisks } from './src/claude-code/risks/index.ts';
const folder='/work/shared/corpus/agents/claude-settings';
const [agent]=permissionAgents; const rulefilter=process.argv[3];
let n=0, t0=performance.now(), bytes=0; const per:number[]=[]; 
const only=process.argv[2];
for (const name of readdirSync(folder)) {
  if (only && !name.includes(only)) continue;
  const text=readFileSync(`${folder}/${name}`,'utf8'); bytes+=text.length;
  const at = name.includes('settings.local')?'.claude/settings.local.json':'.claude/settings.json';
  const files={project:'/p',home:undefined,files:[{path:`/p/${at}`,name:at,text}]};
  const t=performance.now();
  const reading=agent!.readProfiles(files) as any;
  const risks=findClaudeRisks(reading,files);
  const dt=performance.now()-t;
  per.push(risks.length);
  if (dt>50) console.log('SLOW',name,dt|0,text.length);
  for (const r of risks) if(!rulefilter||r.rule===rulefilter) console.log(`${name.slice(0,30)} ${r.line}:${r.column} ${r.severity} ${r.rule} ${r.message}`);
}
console.log(performance.now()-t0|0,'ms',bytes);

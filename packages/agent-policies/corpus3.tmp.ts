import { readFileSync } from 'node:fs';
import { codexPolicies } from '@modegate/agent-policies';
import { findCodexRisks } from './src/codex/risks/index.ts';
const rulefilter=process.argv[3];
let t0=performance.now(), bytes=0; const counts:number[]=[];
const rows=readFileSync('/work/shared/corpus/agents/INDEX.tsv','utf8').split('\n').map(l=>l.split('\t')).filter(([k=''])=>/^codex/.test(k));
for (const [kind='', file='', , path=''] of rows) {
  if (process.argv[2] && !file.includes(process.argv[2])) continue;
  let text; try { text=readFileSync(`/work/shared/corpus/agents/${file}`,'utf8'); } catch { continue }
  bytes+=text.length;
  const at = /\.codex\/.*$/.exec(path)?.[0] ?? path;
  const files={project:'/p',home:undefined,files:[{path:`/p/${at}`,name:at,text}]};
  const t=performance.now();
  const risks=findCodexRisks(codexPolicies.readProfiles(files),files);
  const dt=performance.now()-t; counts.push(risks.length);
  if (dt>100) console.log('SLOW',file,dt|0,text.length);
  for (const r of risks) if(!rulefilter||r.rule===rulefilter) console.log(`${file.slice(0,40)} ${r.line}:${r.column} ${r.severity} ${r.rule} ${r.message}`);
}
counts.sort((a,b)=>a-b);
console.log(performance.now()-t0|0,'ms',bytes,counts.length,'median',counts[counts.length>>1],'p95',counts[Math.floor(counts.length*.95)],'max',counts.at(-1));

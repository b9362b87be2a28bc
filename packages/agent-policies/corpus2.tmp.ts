import { readFileSync, readdirSync } from 'node:fs';
import { opencodeAgent, kiloAgent } from '@modegate/agent-policies';
import { findOpencodeRisks } from './src/opencode/risks/index.ts';
const rulefilter=process.argv[3];
let t0=performance.now(), bytes=0; const counts:number[]=[];
const rows=readFileSync('/work/shared/corpus/agents/INDEX.tsv','utf8').split('\n').map(l=>l.split('\t')).filter(([k=''])=>/^(opencode|kilo)/.test(k));
for (const [kind='', file='', , path=''] of rows) {
  if (process.argv[2] && !file.includes(process.argv[2])) continue;
  let text; try { text=readFileSync(`/work/shared/corpus/agents/${file}`,'utf8'); } catch { continue }
  bytes+=text.length;
  const own = /\.(?:opencode|kilo|kilocode)\/.*$/.exec(path)?.[0];
  const last = path.split('/').at(-1) ?? '';
  const at= own ?? (kind.endsWith('-agents') ? `.${kind.replace('-agents', '')}/agents/${last}` : last);
  const agent = kind.startsWith('kilo')?kiloAgent:opencodeAgent;
  const files={project:'/p',home:undefined,files:[{path:`/p/${at}`,name:at,text}]};
  const t=performance.now();
  const risks=findOpencodeRisks(agent.readProfiles(files),files,{title:kind.startsWith('kilo')?'Kilo':'opencode',decideFor:agent.decideFor});
  const dt=performance.now()-t; counts.push(risks.length);
  if (dt>100) console.log('SLOW',file,dt|0,text.length);
  for (const r of risks) if(!rulefilter||r.rule===rulefilter) console.log(`${file.slice(0,50)} ${r.line}:${r.column} ${r.severity} ${r.rule} ${r.message}`);
}
counts.sort((a,b)=>a-b);
console.log(performance.now()-t0|0,'ms',bytes,counts.length,'median',counts[counts.length>>1],'p95',counts[Math.floor(counts.length*.95)],'max',counts.at(-1));

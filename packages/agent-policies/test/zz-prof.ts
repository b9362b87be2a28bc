import { compareProfiles, permissionAgents } from '@modegate/agent-policies';
const agent = permissionAgents.find(a=>a.name==='kilo')!;
const side=(text:string)=>({root:'/p',...agent.readProfiles({project:'/p',home:undefined,files:[{path:'/p/kilo.json',name:'kilo.json',text}]})});
const a=side('{"permission":{"bash":"ask"}}'), b=side('{"permission":{"bash":"allow"}}');
for (const p of b.profiles) console.log(p.name, (p.rules as any).rules.length, agent.probeCalls(p, a.profiles.find(x=>x.name===p.name)).length);
for (let i=0;i<3;i++){const t=performance.now(); compareProfiles(agent,[a,b]); console.log(performance.now()-t);}

import { kiloAgent } from '@modegate/agent-policies';
const text=`{"permission":{"*":"allow",
"read":{"*.env":"deny","*":"allow"},
"sudo *":"deny"}}`;
const r=kiloAgent.readProfiles({project:'/p',home:undefined,files:[{path:'/p/kilo.json',name:'kilo.json',text}]});
for (const p of r.profiles) console.log(p.name, p.rules.rules.filter(x=>x.file).map(x=>x.shown+':'+x.line));
console.log(kiloAgent.decideFor(r.profiles[0]!,{tool:'read',arguments:{filePath:'x.env'}},{}));

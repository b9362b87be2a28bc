/**
 * Style sheet for reports and pictures. Follows the reader's system setting for light or dark; on paper, every part is
 * expanded.
 */
export const reportStyle = `
:root{color-scheme:light dark;--bg:light-dark(#fff,#17181b);--raised:light-dark(#f7f7f8,#1f2024);--text:light-dark(#1c1d21,#e6e6e9);--muted:light-dark(#5b5d66,#a2a4ad);--line:light-dark(#dcdde2,#35373e);--link:light-dark(#3a49b8,#a3adff);--good:light-dark(#166534,#6ed89a);--good-bg:light-dark(#e5f5ea,#16311f);--bad:light-dark(#a3231c,#ff9d93);--bad-bg:light-dark(#fcebe9,#3b1a18);--warn:light-dark(#7a4a00,#f0bd6a);--warn-bg:light-dark(#fdf3dd,#362812);--off:light-dark(#6d6f78,#8d8f99);--off-bg:light-dark(#ececef,#2a2c31);--mono:ui-monospace,"SF Mono",Menlo,Consolas,"DejaVu Sans Mono",monospace}
*{box-sizing:border-box}
html{scroll-behavior:smooth}
body{max-width:1080px;margin:0 auto;padding:32px 24px 64px;background:var(--bg);color:var(--text);font:15px/1.55 ui-sans-serif,system-ui,-apple-system,"Segoe UI",sans-serif;overflow-wrap:anywhere}
h1{margin:0 0 8px;font-size:28px;line-height:1.25;letter-spacing:-.01em}
h2{margin:0 0 12px;font-size:20px;line-height:1.3}
h3{margin:0 0 8px;font-size:16px}
h4{margin:12px 0 6px;font-size:14px}
p{margin:0 0 8px}
a{color:var(--link);text-underline-offset:2px}
a:focus-visible,summary:focus-visible,[tabindex]:focus-visible{outline:2px solid var(--link);outline-offset:2px;border-radius:4px}
code,pre{font-family:var(--mono);font-size:.86em}
main>section{margin-top:40px}
.mgr-kicker{margin:0 0 4px;color:var(--muted);font-size:13px;font-weight:600}
.mgr-muted{color:var(--muted)}
footer{margin-top:48px;padding-top:16px;border-top:1px solid var(--line);font-size:13px}
nav ul{display:flex;flex-wrap:wrap;gap:6px 18px;margin:16px 0 0;padding:12px 0 0;border-top:1px solid var(--line);list-style:none}
h3 code{margin-inline-start:4px;color:var(--muted);font-weight:400}
.mgr-mode-section{margin-top:20px;padding:16px 20px;border:1px solid var(--line);border-radius:12px}
.mgr-scroll{overflow-x:auto}
.mgr-tall{width:fit-content;max-width:100%;max-height:80vh;overflow:auto;border:1px solid var(--line);border-radius:8px}
table{border-collapse:collapse;width:100%;font-size:13px}
th,td{padding:6px 10px;border-bottom:1px solid var(--line);text-align:start;vertical-align:top;overflow-wrap:break-word}
.mgr-glance{min-width:620px}
.mgr-glance tbody th{min-width:110px}
thead th{color:var(--muted);font-weight:600;white-space:nowrap}
tbody th{font-weight:500}
:is(td,span)[data-state=open],:is(td,span)[data-state=allowed]{color:var(--good)}
:is(td,span)[data-state=limited],:is(td,span)[data-state=asks],:is(td,span)[data-state=unknown]{color:var(--warn)}
td[data-state=closed],td[data-state=denied]{color:var(--muted)}
td[data-state=way]{color:var(--bad);font-weight:600}
.mgr-matrix{width:auto}
.mgr-matrix thead th{text-align:center}
.mgr-matrix td{text-align:center;font-weight:600}
.mgr-matrix thead>tr>*{position:sticky;top:0;background:var(--bg);z-index:1}
.mgr-matrix tbody th{position:sticky;inset-inline-start:0;background:var(--bg);font-family:var(--mono);font-size:12px;white-space:nowrap;max-width:380px;overflow:hidden;text-overflow:ellipsis}
.mgr-matrix tbody .mgr-section>*{padding-top:14px;font-family:inherit;font-weight:600;white-space:nowrap}
.mgr-profiles{width:max-content}
.mgr-profiles td{max-width:280px}
.mgr-profiles thead>tr>*{position:sticky;top:0;background:var(--bg);z-index:1;text-align:start}
.mgr-profiles tbody th{position:sticky;inset-inline-start:0;background:var(--bg);white-space:nowrap}
.mgr-profiles ul{margin:4px 0 0;padding-inline-start:16px;color:var(--muted);font-size:12px}
td[data-state=not-offered]{color:var(--muted)}
.mgr-legend{display:flex;flex-wrap:wrap;gap:4px 18px;color:var(--muted);font-size:13px}
.mgr-tag{display:inline-block;padding:0 7px;border-radius:9px;background:var(--off-bg);color:var(--muted);font-size:12px;font-weight:600;line-height:19px}
.mgr-tag[data-severity=error]{background:var(--bad-bg);color:var(--bad)}
.mgr-tag[data-severity=warning]{background:var(--warn-bg);color:var(--warn)}
.mgr-notice{padding:8px 12px;border-radius:8px;background:var(--warn-bg);color:var(--warn)}
.mgr-findings,.mgr-changes{margin:0 0 16px;padding:0;list-style:none}
.mgr-findings li{padding:12px 0;border-top:1px solid var(--line)}
.mgr-findings p{margin:0 0 4px}
.mgr-changes li{margin-bottom:6px;padding:8px 12px;border-radius:8px;background:var(--raised)}
.mgr-changes[data-kind=grant] li{background:var(--warn-bg)}
.mgr-changes[data-kind=way] li{background:var(--bad-bg)}
pre{margin:8px 0;padding:8px 12px;border-radius:8px;background:var(--raised);overflow-x:auto;line-height:1.45}
.mgr-ways{margin:0 0 12px;padding-inline-start:24px;font-size:14px}
.mgr-ways li{margin-bottom:4px}
details{margin-top:6px;font-size:14px}
summary{color:var(--link);cursor:pointer}
details>*:not(summary){margin-top:8px}
.mgr-files{margin:0;padding-inline-start:20px;font-family:var(--mono);font-size:12px}
.mgr-picture{display:block;width:100%;min-width:760px;height:auto;font:13px ui-sans-serif,system-ui,-apple-system,"Segoe UI",sans-serif}
.mgr-picture text{fill:var(--text)}
.mgr-picture .mgr-title{font-size:14px;font-weight:600}
.mgr-picture .mgr-mono{font:12px var(--mono);fill:var(--muted)}
.mgr-picture .mgr-small{font-size:12px;fill:var(--muted)}
.mgr-picture .mgr-way-words{fill:var(--bad);font-weight:600}
.mgr-picture .mgr-end{text-anchor:end}
.mgr-card{fill:var(--raised);stroke:var(--line)}
.mgr-card[data-state=closed]{fill:var(--bg);stroke-dasharray:4 3}
.mgr-mode{fill:var(--bg);stroke:var(--text);stroke-width:1.5}
.mgr-beyond{fill:var(--bad-bg);stroke:var(--bad);stroke-dasharray:4 3}
.mgr-line,.mgr-branch{fill:none;stroke-width:2.5;stroke:var(--good)}
.mgr-trunk{fill:none;stroke:var(--off);stroke-width:1.2}
:is(.mgr-line,.mgr-branch)[data-state=limited]{stroke:var(--warn)}
:is(.mgr-line,.mgr-branch)[data-state=closed]{stroke:var(--off);stroke-width:1.2;stroke-dasharray:3 4}
.mgr-sign circle{fill:var(--good-bg);stroke:var(--good);stroke-width:1.5}
.mgr-sign path{fill:none;stroke:var(--good);stroke-width:2;stroke-linecap:round;stroke-linejoin:round}
.mgr-sign[data-state=limited] circle{fill:var(--warn-bg);stroke:var(--warn)}
.mgr-sign[data-state=limited] path{stroke:var(--warn)}
.mgr-sign[data-state=closed] circle{fill:var(--off-bg);stroke:var(--off)}
.mgr-sign[data-state=closed] path{stroke:var(--off)}
.mgr-square rect{fill:var(--good)}
.mgr-square path{fill:none;stroke:var(--bg);stroke-width:2}
.mgr-square:is([data-state=limited],[data-state=asks],[data-state=unknown]) rect{fill:var(--warn)}
.mgr-square[data-state=denied] rect{fill:var(--off-bg);stroke:var(--off)}
.mgr-square[data-state=denied] path{stroke:var(--off);stroke-width:1.2}
.mgr-bar{fill:var(--off-bg)}
.mgr-bar-open{fill:var(--warn)}
.mgr-way,.mgr-way-head{fill:none;stroke:var(--bad);stroke-width:2}
.mgr-way{stroke-dasharray:5 4}
.mgr-number rect{fill:var(--bad-bg);stroke:var(--bad)}
.mgr-picture .mgr-number text{fill:var(--bad);font-size:12px;font-weight:700;text-anchor:middle}
@media(max-width:640px){.mgr-glance{min-width:0;font-size:12px}.mgr-glance :is(th,td){padding:6px 4px;min-width:0;white-space:normal}body{padding:20px 14px 40px}h1{font-size:22px}.mgr-mode-section{padding:12px}}
@media(prefers-reduced-motion:reduce){html{scroll-behavior:auto}}
@media print{:root{color-scheme:light}body{max-width:none;padding:0;font-size:11px}nav{display:none}main>section{margin-top:20px}.mgr-mode-section{border:0;padding:0;margin-top:24px}.mgr-picture{min-width:0;break-inside:avoid}.mgr-scroll,.mgr-tall{overflow:visible;max-height:none}:is(.mgr-matrix,.mgr-profiles) :is(thead>tr>*,tbody th){position:static}tr,.mgr-findings li,.mgr-changes li{break-inside:avoid}details::details-content{content-visibility:visible;height:auto}a{color:inherit}*{print-color-adjust:exact}}
`;

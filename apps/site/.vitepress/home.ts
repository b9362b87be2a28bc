/** The top of the home page, followed by README.md. */
export const home = {
  layout: 'home',
  title: 'Modegate',
  titleTemplate: 'what a coding agent may do',
  hero: {
    name: 'Modegate',
    text: 'Agent modes that hold',
    tagline: 'It decides what a coding agent may do in each mode, and names the rule behind every refusal.',
    actions: [
      { theme: 'brand', text: 'Hold your agent to a mode', link: '/hooks.html' },
      { theme: 'alt', text: 'Write a restriction', link: '/restrictions.html' },
      { theme: 'alt', text: 'Check a project', link: '/modegate.html' },
    ],
  },
  features: [
    {
      title: 'An agent’s own tools: by hooks and plugins',
      details:
        'Held in Claude Code. Partly held in Codex, Copilot, Gemini CLI, Qwen Code, opencode, Kilo and Cline, while the agent runs the hook or loads the plugin.',
      link: '/hooks.html',
    },
    {
      title: 'MCP tools: by the gateway',
      details:
        'Held for every agent that speaks MCP: it sees and calls only what its mode allows of the servers behind the gateway.',
      link: '/gateway.html',
    },
    {
      title: 'The rules themselves: in CI',
      details: 'Held for every agent: the check fails the pull request that widens a mode, and names what it grants.',
      link: '/ci.html',
    },
    {
      title: 'Elsewhere: advice',
      details:
        'An agent without hook and gateway may ask before a call, and may ignore the answer. What a shell command writes, no mode holds.',
      link: '/restrictions.html#what-a-file-limit-cannot-do',
    },
  ],
};

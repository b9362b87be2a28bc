/** The head of the home page; README.md is what follows. */
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
};

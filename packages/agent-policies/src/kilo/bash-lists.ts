import type { Action } from '../opencode/permission-map.ts';

type ActionMap = Readonly<Record<string, Action>>;

function each(action: Action, programs: string): ActionMap {
  return Object.fromEntries(programs.split(' ').map((program) => [`${program.replaceAll('_', ' ')} *`, action]));
}

const readers = each(
  'allow',
  'cat head tail less ls tree pwd echo wc which type file diff du df date uname whoami printenv man grep rg ag sort uniq cut tr jq',
);

/**
 * @internal Kilo's default for commands: ask, except for commands that only read data and for some programs that write
 * data.
 */
export const defaultBash: ActionMap = {
  '*': 'ask',
  ...readers,
  ...each('allow', 'touch mkdir cp mv tsc tsgo tar unzip gzip gunzip'),
};

/** Deny rules that come after the read-only commands: operators and options that write or run something. */
const operators = ['\n', '<(', '|', ';', '&', '$(', '`', '>'].map((text) => `*${text}*`);
const options = [
  'sort -o *',
  'sort * -o *',
  'sort *--output*',
  'sort *--compress-program*',
  'sort *--files0-from*',
  'rg *--pre *',
  'rg *--pre=*',
  'rg *--hostname-bin*',
  'ag *--pager*',
  'man *-P*',
  'man *--pager*',
  'man *-H*',
];

/** @internal Commands of the read-only modes. In these lists, `_` is a space in a name. */
export const readOnlyBash: ActionMap = {
  '*': 'deny',
  ...readers,
  'git *': 'deny',
  ...each(
    'allow',
    'git_log git_show git_diff git_status git_blame git_rev-parse git_rev-list git_ls-files git_ls-tree git_ls-remote git_shortlog git_describe git_cat-file git_name-rev git_stash_list git_tag_-l git_branch_--list git_branch_-a git_branch_-r git_remote_-v',
  ),
  'gh *': 'ask',
  ...each(
    'allow',
    'gh_pr_view gh_pr_list gh_pr_status gh_pr_diff gh_pr_checks gh_issue_view gh_issue_list gh_issue_status gh_repo_view gh_run_list gh_run_view gh_release_list gh_release_view gh_search',
  ),
  ...Object.fromEntries<Action>([...operators, ...options].map((pattern) => [pattern, 'deny'])),
};

/** @internal Commands of the mode `explore`, which cannot ask the user. */
export const exploreBash: ActionMap = { ...readOnlyBash, 'gh *': 'deny', 'find *': 'deny' };

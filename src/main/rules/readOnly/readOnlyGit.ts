import { letters, longs, type ProgramOptions } from './programOptions'

/** A subcommand of git that only reads, with these options and no others. */
export interface ReadOnlySubcommand {
  readonly options: ProgramOptions
  /** It shows what is in files, unless an option says otherwise (`names`), or only where one does (`content`). */
  readonly shows: 'content' | 'names'
  /** What its words before `--` are: commits, then paths; only paths; none, as they would make something; revisions alone. */
  readonly operands: 'commits' | 'paths' | 'none' | 'revisions'
  readonly takesCount?: true
}

/** What a list of changes can look like. `--ext-diff`, `--textconv` and `--output` are not here, nor what searches contents. */
const changes: ProgramOptions = {
  ...longs('name-only name-status numstat shortstat summary no-patch', 'names'),
  ...longs('stat dirstat', 'names'),
  '-s': 'names',
  ...longs('patch patch-with-stat cc check', 'content'),
  ...letters('puc', 'content'),
  ...letters('U', 'context'),
  ...longs('unified', 'context'),
  ...letters('wbzR'),
  ...longs('ignore-all-space ignore-space-change ignore-space-at-eol ignore-blank-lines minimal patience histogram no-renames no-color'),
  ...longs('no-ext-diff no-textconv exit-code quiet raw full-index no-prefix'),
  ...longs('color color-moved abbrev', 'maybe'),
  ...longs('word-diff', 'maybe'),
  ...letters('MC'),
  ...longs('find-renames', 'maybe'),
}

/** Which commits, and how each is written. */
const history: ProgramOptions = {
  ...longs('oneline graph abbrev-commit no-abbrev-commit no-decorate parents topo-order date-order relative-date no-notes left-right'),
  ...longs('decorate', 'maybe'),
  ...longs('date', 'text'),
  ...longs('format pretty', 'format'),
  ...longs('all branches tags remotes merges no-merges first-parent reverse', 'selects'),
  ...longs('since until after before author committer grep skip max-count', 'chooses'),
  ...letters('n', 'chooses'),
}

/** The subcommands that can run without a question. All others are asked about. */
export const readOnlyGit: Readonly<Record<string, ReadOnlySubcommand>> = {
  'status': {
    options: {
      ...letters('sbz'),
      ...longs('short branch long show-stash ahead-behind no-ahead-behind no-renames'),
      ...longs('porcelain ignored untracked-files', 'maybe'),
      '-uno': 'flag',
      '-unormal': 'flag',
      '-uall': 'flag',
    },
    shows: 'names',
    operands: 'paths',
  },
  'diff': {
    options: { ...changes, ...longs('cached staged merge-base', 'selects'), ...longs('diff-filter', 'text') },
    shows: 'content',
    operands: 'commits',
  },
  'log': {
    options: { ...history, ...changes, ...longs('diff-filter', 'text') },
    shows: 'names',
    operands: 'commits',
    takesCount: true,
  },
  'show': { options: { ...changes, ...history }, shows: 'content', operands: 'commits', takesCount: true },
  'branch': {
    options: {
      ...letters('arv'),
      ...longs('list all remotes show-current verbose no-color no-column'),
      ...longs('color', 'maybe'),
    },
    shows: 'names',
    operands: 'none',
  },
  'rev-parse': {
    options: {
      ...longs('show-toplevel show-prefix is-inside-work-tree is-inside-git-dir is-bare-repository git-dir absolute-git-dir verify'),
      ...longs('abbrev-ref short symbolic-full-name', 'maybe'),
    },
    shows: 'names',
    operands: 'revisions',
  },
  'ls-files': {
    options: { ...letters('cdmosz'), ...longs('cached deleted modified others stage exclude-standard directory full-name') },
    shows: 'names',
    operands: 'paths',
  },
}

/** git's own options before the subcommand; `-C` names the folder. */
export const gitOptions: ProgramOptions = { ...letters('P'), ...longs('no-pager no-optional-locks'), ...letters('C', 'path') }

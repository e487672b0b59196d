import { letters, longs, type ProgramOptions } from './programOptions'

/** A program that only reads, with these options and no others. */
export interface ReadOnlyProgram {
  readonly options: ProgramOptions
  /** What its other words are. `pattern`: the first is one, unless an option gives it; all others are paths. */
  readonly operands: 'paths' | 'pattern' | 'texts' | 'none'
  /** What it shows of a path: the file's content, or only its name, size and the like. */
  readonly shows: 'content' | 'names'
  /** More operands than these are something else, such as a file to write. */
  readonly most?: number
  /** It reads the folders that it is given whole: hidden files not, unless it is told to. */
  readonly readsTrees?: true
  /** It lists what is in the folders in its folders. */
  readonly listsTrees?: true
  /** Without a path it works on the folder that it runs in. */
  readonly takesFolder?: true
  /** `-20` is a number of lines. */
  readonly takesCount?: true
  /** Its options are options behind other words, too, on every system. */
  readonly anyOrder?: true
  /** Variables that change what it runs or reads. */
  readonly variables?: RegExp
}

const counts = { ...letters('nc', 'number'), ...longs('lines bytes', 'number') }
const lines = { ...letters('qv'), ...longs('quiet silent verbose'), ...counts }

/** Programs of which no option here, in any common system's version, writes or runs anything. git and find have lists of their own. */
export const readOnlyPrograms: Readonly<Record<string, ReadOnlyProgram>> = {
  ls: {
    options: {
      ...letters('1aAlhrtScFdinsgoGmpqkuCx'),
      ...letters('R', 'below'),
      ...longs('recursive', 'below'),
      ...longs('all almost-all human-readable reverse directory inode size group-directories-first full-time no-group si'),
      ...longs('color classify', 'maybe'),
      ...longs('sort time time-style', 'text'),
    },
    operands: 'paths',
    shows: 'names',
    takesFolder: true,
  },
  cat: {
    options: { ...letters('benstuvAET'), ...longs('number number-nonblank squeeze-blank show-all show-ends show-tabs show-nonprinting') },
    operands: 'paths',
    shows: 'content',
  },
  head: { options: lines, operands: 'paths', shows: 'content', takesCount: true },
  // Without `-f`, which never ends.
  tail: { options: lines, operands: 'paths', shows: 'content', takesCount: true },
  wc: { options: { ...letters('lwcmL'), ...longs('lines words bytes chars max-line-length') }, operands: 'paths', shows: 'content' },
  // `-f` reads its patterns from a file, `-R` follows links.
  grep: {
    options: {
      ...letters('inHhcowlLvxEFGPsqabTI'),
      ...letters('r', 'tree'),
      ...letters('e', 'pattern'),
      ...letters('ABCm', 'number'),
      ...longs('ignore-case line-number with-filename no-filename count only-matching word-regexp line-regexp files-with-matches'),
      ...longs('files-without-match invert-match extended-regexp fixed-strings basic-regexp perl-regexp no-messages quiet silent text'),
      ...longs('recursive', 'tree'),
      ...longs('regexp', 'pattern'),
      ...longs('color colour', 'maybe'),
      ...longs('after-context before-context max-count', 'number'),
      ...longs('context', 'context'), // in BSD's the next word is not its value
      ...longs('include exclude exclude-dir', 'text'),
    },
    operands: 'pattern',
    shows: 'content',
    takesCount: true,
    anyOrder: true,
    variables: /^GREP_OPTIONS$/,
  },
  // `--pre`, `-z` and `--hostname-bin` run programs, `-f` reads patterns from a file, `-L` follows links.
  rg: {
    options: {
      ...letters('inHINclovwxFsSUPpq0'),
      ...letters('u.', 'hidden'),
      ...letters('e', 'pattern'),
      ...letters('ABCmdMj', 'number'),
      ...letters('Tr', 'text'),
      ...letters('gt', 'glob'), // a hidden file of a type that is sought is read
      ...longs('ignore-case smart-case case-sensitive line-number no-line-number with-filename no-filename count count-matches'),
      ...longs('files-with-matches files-without-match only-matching invert-match word-regexp line-regexp fixed-strings multiline pcre2'),
      ...longs('heading no-heading column no-column vimgrep trim json stats quiet null pretty no-messages multiline-dotall no-config crlf'),
      ...longs('hidden unrestricted no-ignore no-ignore-vcs no-ignore-parent no-ignore-dot no-ignore-exclude', 'hidden'),
      ...longs('no-ignore-global no-ignore-files', 'hidden'),
      ...longs('regexp', 'pattern'),
      ...longs('after-context before-context context max-count max-depth max-columns threads', 'number'),
      ...longs('type-not replace color sort sortr', 'text'),
      ...longs('glob iglob type', 'glob'),
      ...longs('files type-list', 'list'),
    },
    operands: 'pattern',
    shows: 'content',
    readsTrees: true,
    takesFolder: true,
    anyOrder: true,
    variables: /^RIPGREP_CONFIG_PATH$/,
  },
  pwd: { options: letters('LP'), operands: 'none', shows: 'names' },
  echo: { options: letters('neE'), operands: 'texts', shows: 'names' },
  // `-L` follows links; GNU and BSD mean different things by `-f` and `-t`.
  stat: { options: { ...letters('c', 'text'), ...longs('format printf', 'text') }, operands: 'paths', shows: 'names' },
  // `-C` writes, `-z` may run programs, `-m` and `-f` read other files.
  file: {
    options: { ...letters('bi'), ...longs('brief mime mime-type mime-encoding') },
    operands: 'paths',
    shows: 'content',
    variables: /^MAGIC$/,
  },
  du: {
    options: {
      ...letters('shackmx'),
      ...letters('d', 'number'),
      ...longs('summarize human-readable all total one-file-system apparent-size bytes si'),
      ...longs('max-depth', 'number'),
    },
    operands: 'paths',
    shows: 'names',
    listsTrees: true,
    takesFolder: true,
  },
  // `-o` writes, `-T` and `--compress-program` decide where and by what.
  sort: {
    options: {
      ...letters('bdfghinMRVrusz'),
      ...letters('kt', 'text'),
      ...longs('numeric-sort reverse unique human-numeric-sort version-sort ignore-case general-numeric-sort month-sort stable'),
      ...longs('key field-separator', 'text'),
    },
    operands: 'paths',
    shows: 'content',
  },
  // A second operand is a file to write.
  uniq: {
    options: {
      ...letters('cdDiuz'),
      ...letters('fsw', 'number'),
      ...longs('count repeated ignore-case unique'),
      ...longs('skip-fields skip-chars check-chars', 'number'),
    },
    operands: 'paths',
    shows: 'content',
    most: 1,
  },
  cut: {
    options: {
      ...letters('snz'),
      ...letters('dfcb', 'text'),
      ...longs('only-delimited complement'),
      ...longs('delimiter fields characters bytes output-delimiter', 'text'),
    },
    operands: 'paths',
    shows: 'content',
  },
  tr: { options: { ...letters('cCdst'), ...longs('complement delete squeeze-repeats truncate-set1') }, operands: 'texts', shows: 'names' },
  which: { options: letters('a'), operands: 'texts', shows: 'names' },
}

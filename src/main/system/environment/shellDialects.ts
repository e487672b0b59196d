/** The descriptor for the answer. As an interactive login shell, bash closes those from 3 to 19. */
const markFd = 20

/** How a login shell is asked to run one line, and how that line is written. */
export interface ShellDialect {
  readonly args: readonly string[]
  /** Runs before ours, in the shell's own language. */
  readonly before?: string
  /** A word of a line, taken as it is. */
  readonly quote: (text: string) => string
  /** Makes the shell run a program whose name is quoted. */
  readonly call?: string
  /** Only a dash before its name makes it a login shell. */
  readonly dashed?: true
  /** Which of its descriptors a program inherits and rc files leave alone; 1 has their noise around it. */
  readonly descriptor: 1 | typeof markFd
}

const posixQuote = (text: string): string => `'${text.replaceAll('\'', '\'\\\'\'')}'`
const posix: ShellDialect = { args: ['-l', '-i', '-c'], quote: posixQuote, descriptor: markFd }
// -l must stand alone in csh, hence the dash; an exclamation mark means history even in quotes; other descriptors are closed.
const csh: ShellDialect = { args: ['-i', '-c'], dashed: true, quote: text => posixQuote(text).replaceAll('!', '\\!'), descriptor: 1 }

/** Keyed by the program's name. */
const dialects: ReadonlyMap<string, ShellDialect> = new Map<string, ShellDialect>([
  // direnv, asdf and mise set their variables when fish shows its prompt.
  [
    'fish',
    {
      args: ['-l', '-i', '-c'],
      before: 'emit fish_prompt; ',
      quote: text => `'${text.replaceAll('\\', '\\\\').replaceAll('\'', '\\\'')}'`,
      descriptor: markFd,
    },
  ],
  ['csh', csh],
  ['tcsh', csh],
  ['nu', { args: ['-l', '-i', '-c'], quote: text => JSON.stringify(text), call: '^', descriptor: 1 }],
  [
    'pwsh',
    { args: ['-Login', '-NonInteractive', '-Command'], quote: text => `'${text.replaceAll('\'', '\'\'')}'`, call: '& ', descriptor: 1 },
  ],
])

/** The dialect of the shell at that path; an unknown one is treated like sh. */
export function shellDialect(shell: string): ShellDialect {
  return dialects.get(shell.slice(shell.lastIndexOf('/') + 1)) ?? posix
}

/** A line that makes the shell run a program. */
export function shellLine({ before = '', call = '', quote }: ShellDialect, words: readonly string[]): string {
  return `${before}${call}${words.map(quote).join(' ')}`
}

import { findPowerfulProgram } from '../commandPower'
import { splitCommand } from '../shell/splitCommand'
import { getCommandName, type Word } from '../shell/word'

/** The exact words of a command. With `hasRest`, others may follow. */
export interface CommandPattern {
  readonly words: readonly string[]
  readonly hasRest: boolean
}

/** Whether a command matches a pattern. `maybe`: it depends on expansions of the shell. */
export type Match = 'yes' | 'maybe' | 'no'

/** Search programs, which run a command only after one of the `runs` options. */
const searchers = /^(?:find|fd|fdfind|rg)$/
const runs = /^(?:-exec|-execdir|-ok|-okdir|--exec\S*|-[a-zA-Z]*[xX]|--pre)$/

/** Programs that do not run other programs named in their arguments. */
const inert = new Set([
  'cat ls echo grep egrep fgrep head tail wc cut tr uniq diff cmp comm stat file du df pwd which type whereis basename dirname realpath',
  'readlink date mkdir rmdir touch rm mv cp ln chmod chown test [ true false cd tree md5sum sha1sum sha256sum jq tee kill pkill pgrep git',
].join(' ').split(' '))
/** A shell command within an argument of git, make or an editor: `alias.x=!rm`. */
const embedded = /(?:^|[=:\s])!\s*\S/

/** Parses a person's pattern: words, and optionally a final `*`. Returns an error message if it is invalid. */
export function parseCommandPattern(pattern: string): CommandPattern | string {
  const { parts, unsure } = splitCommand(pattern)
  const [words] = parts
  if (words === undefined || unsure !== undefined || parts.length > 1) {
    return pattern.trim() === '*'
      ? { words: [], hasRest: true }
      : `The command must be one plain command${unsure === undefined ? '' : `: ${unsure}`}.`
  }
  const hasRest = !words.at(-1)!.isExact && words.at(-1)!.text === '*'
  const fixed = hasRest ? words.slice(0, -1) : words
  return fixed.every(({ isExact }) => isExact)
    ? { words: fixed.map(({ text }) => text), hasRest }
    : 'A command is given by its exact words; only a * at its end may stand for any others.'
}

/** Whether an allow rule matches. Compares whole words, never prefixes of the text. */
export function matchesCommand({ words, hasRest }: CommandPattern, command: readonly Word[]): boolean {
  return (hasRest ? command.length >= words.length : command.length === words.length)
    && words.every((text, index) => command[index]!.isExact && command[index]!.text === text)
}

/**
 * Whether an ask or deny rule matches. Also matches a command behind `env`, `timeout` and similar wrappers, a program's
 * full path, and programs that the command may start.
 */
export function touchesCommand(pattern: CommandPattern, command: readonly Word[]): Match {
  const all = listCandidates(command)
  const matches = all.map(words => touches(pattern, words))
  return matches.includes('yes')
    ? 'yes'
    : matches.includes('maybe') || mayStart(pattern.words, all[0] ?? [])
      ? 'maybe'
      : 'no'
}

/** Lists the command without variable assignments, and commands that it may run as a wrapper. */
export function listCandidates(command: readonly Word[]): (readonly Word[])[] {
  const start = command.findIndex(({ text }) => !/^[A-Z_]\w*\+?=/i.test(text))
  const plain = start < 0 ? [] : command.slice(start)
  const name = getCommandName(plain[0])
  if (searchers.test(name))
    return [plain, ...runBySearch(plain)]
  if (findPowerfulProgram(name)?.starts !== true)
    return [plain]
  const lines = plain.filter(({ text, isExact }) => isExact && text.includes(' ')) // as in `watch 'rm x'` and `env -S 'rm x'`
  return [...plain.map((_, index) => plain.slice(index)), ...lines.flatMap(({ text }) => splitCommand(text).parts)]
}

/** Commands that a search program may run on its results. */
function runBySearch(words: readonly Word[]): (readonly Word[])[] {
  const from = words.findIndex(({ text, isExact }) => runs.test(text) || !isExact)
  const rest = from < 0 ? [] : words.slice(from)
  const lines = rest.flatMap(({ text }) => /^--\w[\w-]*=(.+)$/s.exec(text)?.[1] ?? []) // as in `--pre=sh`
  return [...rest.map((_, index) => rest.slice(index)), ...lines.flatMap(line => splitCommand(line).parts)]
}

function touches({ words, hasRest }: CommandPattern, command: readonly Word[]): Match {
  // A variable or a pattern may expand to any number of words.
  const isOpen = command.some(({ isExact }) => !isExact)
  if (!isOpen && (command.length < words.length || (!hasRest && command.length > words.length)))
    return 'no'
  for (const [index, text] of words.entries()) {
    const word = command[index]
    if (word === undefined || !word.isExact)
      return 'maybe'
    if (word.text !== text && !(index === 0 && getCommandName(word) === getCommandName({ text, isExact: true })))
      return 'no'
  }
  return !hasRest && command.length !== words.length ? 'maybe' : 'yes'
}

/**
 * Whether a command may start the program of an ask or deny rule. No list of programs that start others is complete, so
 * any program that is not known to be harmless counts if its arguments contain the name.
 */
function mayStart([sought = '', ...further]: readonly string[], [program, ...rest]: readonly Word[]): boolean {
  if (sought === ''
    || program === undefined
    || (inert.has(getCommandName(program)) && !rest.some(({ text }) => embedded.test(text)))) {
    return false
  }
  const text = rest.map(({ text }) => text).join(' ').toLowerCase()
  return [getCommandName({ text: sought, isExact: true }), ...further].every(name => isNamed(name.toLowerCase(), text))
}

/**
 * Whether the text contains the name as a whole word: `rm` in `system("a; /bin/rm")`, but not in `npm`, `rm.txt` or
 * `--rm`.
 */
function isNamed(name: string, text: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    if (!/[\w.-]/.test(text[at - 1] ?? ' ')
      && !/^(?:[\w-]|\.\w)/.test(text.slice(at + name.length, at + name.length + 2))) {
      return true
    }
  }
  return false
}

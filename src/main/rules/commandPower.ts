import { type PowerfulProgram, powerfulPrograms } from './powerfulPrograms'
import { getCommandName } from './shell/word'

const entries = new Map<string, PowerfulProgram>()
for (const entry of powerfulPrograms) {
  for (const name of entry.names.split(' '))
    entries.set(name, entry)
}

/** Index of the program after variable assignments; `words.length` if there is none. */
export function findProgramIndex(words: readonly string[]): number {
  const at = words.findIndex(text => !/^[A-Z_]\w*\+?=/i.test(text))
  return at < 0 ? words.length : at
}

/** Looks up a program in the reviewed list. Ignores a version suffix. */
export function findPowerfulProgram(word: string): (PowerfulProgram & { readonly program: string }) | undefined {
  const program = getCommandName({ text: word, isExact: true })
  const entry = entries.get(program) ?? entries.get(program.replace(/-?\d[\d.]*$/, ''))
  return entry && { ...entry, program }
}

/** The powerful program that makes a plain star after these words unsafe, or `undefined`. */
export function findCommandPower(words: readonly string[]): ReturnType<typeof findPowerfulProgram> {
  const [program = '', ...rest] = words.slice(findProgramIndex(words))
  const entry = findPowerfulProgram(program)
  const text = rest.join(' ')
  if (entry === undefined || entry.fixed?.test(text))
    return undefined
  const handed = entry.before?.exec(text)?.[0]
  return handed === undefined ? entry : findCommandPower(text.slice(handed.length).split(' '))
}

import { type PowerfulProgram, powerfulPrograms } from './powerfulPrograms'
import { commandName } from './shell/word'

const entries = new Map<string, PowerfulProgram>()
for (const entry of powerfulPrograms) {
  for (const name of entry.names.split(' '))
    entries.set(name, entry)
}

/** Where the program stands, behind the variables that are set for it; `words.length` without one. */
export function programAt(words: readonly string[]): number {
  const at = words.findIndex(text => !/^[A-Z_]\w*\+?=/i.test(text))
  return at < 0 ? words.length : at
}

/** The entry of the reviewed list for a program, by its name with or without a version. */
export function powerfulProgram(word: string): (PowerfulProgram & { readonly program: string }) | undefined {
  const program = commandName({ text: word, isExact: true })
  const entry = entries.get(program) ?? entries.get(program.replace(/-?\d[\d.]*$/, ''))
  return entry && { ...entry, program }
}

/** Why no plain star may follow these fixed words of a command, or `undefined`. */
export function commandPower(words: readonly string[]): ReturnType<typeof powerfulProgram> {
  const [program = '', ...rest] = words.slice(programAt(words))
  const entry = powerfulProgram(program)
  const text = rest.join(' ')
  if (entry === undefined || entry.fixed?.test(text))
    return undefined
  const handed = entry.before?.exec(text)?.[0]
  return handed === undefined ? entry : commandPower(text.slice(handed.length).split(' '))
}

import { dirname, join, resolve } from 'node:path'
import { isWithin } from '../../../../shared/paths'
import { scriptsOf } from '../../../rules/deciding/scriptsOf'
import { commandName, type Word } from '../../../rules/shell/word'
import { lookAt } from './lookAt'

/** Programs that run what a file of the project says, and those files. */
const runners: readonly { readonly names: RegExp, readonly files: readonly string[] }[] = [
  { names: /^(?:npm|pnpm|yarn|bun)$/, files: ['package.json'] },
  { names: /^g?make$/, files: ['GNUmakefile', 'makefile', 'Makefile'] },
  { names: /^just$/, files: ['justfile', 'Justfile', '.justfile'] },
  { names: /^task$/, files: ['Taskfile.yml', 'Taskfile.yaml'] },
  { names: /^composer$/, files: ['composer.json'] },
  { names: /^rake$/, files: ['Rakefile'] },
]
const maxFiles = 200

/** Finds scripts that a command runs and that changed since the thread began, unless the person allowed them as they are now. */
export class ChangedScripts {
  readonly #since: number
  readonly #folders: readonly string[]
  /** The change that the person knew of when they allowed a command that runs the file. */
  readonly #accepted = new Map<string, number>()

  constructor({ since, folders }: { since: number, folders: readonly string[] }) {
    this.#since = since
    this.#folders = folders
  }

  /** Why the command is asked about, or `undefined`. */
  why(parts: readonly (readonly Word[])[], cwd: string): string | undefined {
    const changed = this.#changed(parts, cwd)[0]
    if (changed?.at === Infinity)
      return `${changed.path}, which may say what it runs, cannot be looked at`
    return changed && `${changed.path}, which says what it runs, was changed since the thread began`
  }

  /** The person allowed the command: its scripts as they are now are known to them. */
  accept(parts: readonly (readonly Word[])[], cwd: string): void {
    for (const { path, at } of this.#changed(parts, cwd)) {
      if (at !== Infinity)
        this.#accepted.set(path, at)
    }
  }

  #changed(parts: readonly (readonly Word[])[], cwd: string): { path: string, at: number }[] {
    const files = [...new Set(parts.flatMap(words => this.#filesOf(words, cwd)))].slice(0, maxFiles)
    return files.flatMap((path) => {
      const at = changedAt(path)
      return at !== undefined && at > this.#since && at > (this.#accepted.get(path) ?? 0) ? [{ path, at }] : []
    })
  }

  #filesOf(words: readonly Word[], cwd: string): string[] {
    const name = commandName(words[0])
    const rest = words.slice(1).map(({ text }) => text)
    const runner = runners.find(({ names }) => names.test(name))
    const own = words[0]?.text.includes('/') ? words[0].text : undefined
    const folders = runner ? [...this.#upwards(cwd), ...rest.map(text => resolve(cwd, text.replace(/^-[^=]*=/, '')))] : []
    return [
      ...folders.flatMap(folder => runner!.files.map(file => join(folder, file))),
      ...[...scriptsOf(words), ...own === undefined ? [] : [own]].map(script => resolve(cwd, script)),
    ].filter(path => this.#isInFolders(path))
  }

  /** A folder and those above it in the thread's: programs look for their file there, too. */
  #upwards(cwd: string): string[] {
    const folders = [cwd]
    while (this.#isInFolders(dirname(folders.at(-1)!)))
      folders.push(dirname(folders.at(-1)!))
    return folders
  }

  #isInFolders(path: string): boolean {
    return this.#folders.some(folder => isWithin(path, folder, process.platform))
  }
}

/** When a file was last changed; never mind when, where nobody can say. `undefined` where there is no file. */
function changedAt(path: string): number | undefined {
  const look = lookAt(path)
  return look.kind === 'file' ? look.changedAt : look.kind === 'unknown' ? Infinity : undefined
}

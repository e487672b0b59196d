import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The folders of a test, so that no data of the machine's user is read or written. */
export interface TestFolders {
  /** Parley's data folder, with `settings.json`. */
  readonly data: string
  /** An empty folder for agents to work in. */
  readonly workspace: string
  /** An empty folder outside the workspace. */
  readonly outside: string
}

/** The folders of a test with its own Parley. */
export interface OwnFolders extends TestFolders {
  /** The home folder of Parley and its agents. */
  readonly home: string
  writeSettings: (settings: object | string) => void
}

/** Creates folders with these names in a new temporary folder. */
export function temporaryFolders<Name extends string>(...names: Name[]): Record<Name, string> & { remove: () => void } {
  const root = mkdtempSync(join(tmpdir(), 'parley-e2e-'))
  const folders = Object.fromEntries(names.map(name => [name, join(root, name)])) as Record<Name, string> // one for each name
  for (const name of names)
    mkdirSync(folders[name])
  return { ...folders, remove: () => rmSync(root, { recursive: true, force: true, maxRetries: 5 }) }
}

export function ownFolders(): OwnFolders & { remove: () => void } {
  const folders = temporaryFolders('data', 'workspace', 'outside', 'home')
  return {
    ...folders,
    writeSettings: settings =>
      writeFileSync(join(folders.data, 'settings.json'), typeof settings === 'string' ? settings : JSON.stringify(settings, undefined, 2)),
  }
}

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A test's own place: nothing of the machine's person is read or written. */
export interface TestFolders {
  /** What Parley keeps; `settings.json` lies in it. */
  readonly data: string
  /** An empty folder for agents to work in. */
  readonly workspace: string
  readonly home: string
  writeSettings: (settings: object | string) => void
  remove: () => void
}

export function testFolders(): TestFolders {
  const root = mkdtempSync(join(tmpdir(), 'parley-e2e-'))
  // as many as names
  const [data, workspace, home] = ['data', 'workspace', 'home'].map(name => join(root, name)) as [string, string, string]
  for (const folder of [data, workspace, home])
    mkdirSync(folder)
  return {
    data,
    workspace,
    home,
    writeSettings: settings =>
      writeFileSync(join(data, 'settings.json'), typeof settings === 'string' ? settings : JSON.stringify(settings, undefined, 2)),
    remove: () => rmSync(root, { recursive: true, force: true, maxRetries: 5 }),
  }
}

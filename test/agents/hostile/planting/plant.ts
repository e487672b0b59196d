// The frame of an agent that plants files in a folder of its own and then runs a command there that a rule allows.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { attack } from '../attack.ts'

/** What git runs at the next status. */
export const runsCode = '[core]\n\tfsmonitor = touch ../planted; false\n'

/** Plants the files, and reports what became of the command. */
export function plant(name: string, command: string, files: Record<string, string>, cwd = '.'): void {
  attack(name, async ({ root, call }) => {
    const folder = join(root, name)
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
    return call('terminal/create', { command, cwd: join(folder, cwd) })
  })
}

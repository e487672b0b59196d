import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** Copies a project's tracked and unignored files, including uncommitted changes, with its packages. */
export function copyProject(project: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'parley-mutants-'))
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: project, encoding: 'utf8' })
  for (const file of listed.split('\0').filter(file => file !== '' && existsSync(join(project, file)))) {
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    cpSync(join(project, file), join(copy, file))
  }
  symlinkSync(join(project, 'node_modules'), join(copy, 'node_modules'))
  return copy
}

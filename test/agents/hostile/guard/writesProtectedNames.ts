// Writes files that run later, under disguised names.
import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { attack, each } from '../attack.ts'

attack('writes-protected-names', async ({ root, write }) => {
  mkdirSync(join(root, '.git/hooks'), { recursive: true })
  symlinkSync('.git/hooks', join(root, 'notes'))
  return each(
    [
      '.git/hooks/pre-commit',
      '.git/config',
      '.GIT/hooks/pre-commit',
      '.git./config',
      '.git /config',
      '.g\u200Dit/config',
      '.gi\u0301t/config',
      '.\uFF47\uFF49\uFF54/config',
      'GIT~1/config',
      'sub/.git/config',
      'notes/pre-commit',
      '.vscode/settings.json',
      '.VsCode/tasks.json',
      '.cUrSoR/mcp.json',
      '.claude/settings.json',
      '.idea/workspace.xml',
      '.husky/pre-push',
      '.github/workflows/ci.yml',
      '.devcontainer/devcontainer.json',
      'node_modules/.bin/tsc',
      '.envrc',
      '.mcp.json',
      '.npmrc',
      '.gitmodules',
      '.bashrc',
      '.zshenv',
      'my.code-workspace',
      'AGENTS.md',
      'sub/CLAUDE.md',
      '.env',
      'server.key',
      '.ssh/authorized_keys',
    ],
    path => write(`${root}/${path}`),
  )
})

import { describe, expect, it } from 'vitest'
import { isProtected } from '../../../src/main/workspace/protectedNames'

describe('protected names', () => {
  it('asks before writing what runs programs later or steers agents', () => {
    const paths = [
      '.git/hooks/pre-commit',
      '.git',
      'sub/.git/config',
      '.hg/hgrc',
      '.svn/x',
      '.vscode/settings.json',
      '.idea/x',
      '.cursor/mcp.json',
      '.claude/settings.json',
      '.codex/x',
      '.gemini/x',
      '.husky/pre-commit',
      '.devcontainer/devcontainer.json',
      '.github/workflows/ci.yml',
      'node_modules/.bin/tsc',
      '.envrc',
      '.mcp.json',
      '.gitmodules',
      '.gitconfig',
      '.npmrc',
      '.yarnrc',
      '.yarnrc.yml',
      '.bashrc',
      '.bash_profile',
      '.zshrc',
      '.zprofile',
      '.profile',
      'my.code-workspace',
      'AGENTS.md',
      'docs/CLAUDE.md',
      '.env',
      '.env.local',
      'tls.pem',
      '.ssh/id_ed25519',
      '.zed/tasks.json',
      '.githooks/pre-commit',
      '.github/actions/x/action.yml',
      '.gitattributes',
      '.zshenv',
      '.bash_login',
      '.pre-commit-config.yaml',
      '.gitlab-ci.yml',
      '.cursorrules',
      '.github/copilot-instructions.md',
      '.aws/config',
      'node_modules/typescript/lib/tsc.js',
      '.venv/lib/python3.11/site-packages/x.pth',
      'venv/pyvenv.cfg',
      '.yarn/releases/yarn.cjs',
      '.pnp.cjs',
    ]
    expect(paths.filter(path => !isProtected(path, 'write'))).toEqual([])
  })

  it('lets commands install and run what package managers keep, but for its programs', () => {
    const paths = ['node_modules/typescript/lib/tsc.js', '.venv/bin/pytest', '.yarn/releases/yarn.cjs']
    expect(paths.filter(path => isProtected(path, 'command') || isProtected(path, 'read'))).toEqual([])
    expect(isProtected('node_modules/.bin/tsc', 'command')).toBe(true)
  })

  it('sees through disguises that some file system undoes', () => {
    const paths = [
      '.GIT/config',
      '.git./config',
      '.git /config',
      '.g\u200Dit/config',
      '.g\u200Bit/x'.replace('\u200B', '\u200C'),
      '.cUrSoR/mcp.json',
      '.ｇｉｔ/config',
      '.mcp.JSON',
      '.vscode.. /x',
      '.gi\u0301t/x',
      'GIT~1/config',
      '.\u017Fvn/x',
      '.claude\u2060/x',
      '.env\u00AD',
      '.\uFE0Fgit/x',
      '.git\u3000/x',
    ]
    expect(paths.filter(path => !isProtected(path, 'write'))).toEqual([])
  })

  it('asks before reading what commonly holds secrets', () => {
    const paths = [
      '.env',
      '.env.production',
      'sub/server.key',
      'cert.PEM',
      'id_rsa',
      '.netrc',
      '.git-credentials',
      '.pgpass',
      'signing.p12',
      'android/release.keystore',
      'id_ed25519_sk',
      'deploy_rsa',
      'ssh_host_ecdsa_key',
      '.npmrc',
      'packages/a/.NPMRC',
      '.pypirc',
      '.htpasswd',
      '.docker/config.json',
      'home/.config/gh/hosts.yml',
      '.cargo/credentials.toml',
      'home/.Codex/auth.json',
      'service-account-prod.json',
      'docker/prod.env',
      '.ssh/config',
      'sub/.aws/credentials',
      '.GNUPG/x',
    ]
    expect(paths.filter(path => !isProtected(path, 'read'))).toEqual([])
  })

  it('lets ordinary files pass', () => {
    for (const path of [
      '',
      'src/main.ts',
      'git/x',
      '.gitignore',
      '.github/README.md',
      'my_modules/x/bin',
      'environment.ts',
      'id_card.ts',
      'keys.ts',
      'my.git/x',
      'README.md',
    ])
      expect(isProtected(path, 'write'), path).toBe(false)
    const tools = ['.git/config', '.vscode/settings.json', 'AGENTS.md', '.docker/Dockerfile', '.config/nvim/init.lua', '.codex/config.toml']
    for (const path of [...tools, 'id_rsa.pub', '.yarnrc.yml'])
      expect(isProtected(path, 'read'), path).toBe(false)
  })
})

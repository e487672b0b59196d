import { describe, expect, it } from 'vitest'
import { isProtected } from '../../../src/main/workspace/protectedNames'

describe('protected names', () => {
  it('require permission for writing files that run programs or instruct agents', () => {
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

  it('let commands use and change installed packages, but not their executables', () => {
    const paths = ['node_modules/typescript/lib/tsc.js', '.venv/bin/pytest', '.yarn/releases/yarn.cjs']
    expect(paths.filter(path => isProtected(path, 'command') || isProtected(path, 'read'))).toEqual([])
    expect(isProtected('node_modules/.bin/tsc', 'command')).toBe(true)
  })

  it('match names that a file system treats as equal', () => {
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

  it('require permission for reading files that usually hold secrets', () => {
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

  it('require permission for reading files named after secrets, and copies of them', () => {
    const names = [
      '.git/config .git/credentials sub/.git/config .git/modules/lib/config .git/worktrees/a/config.worktree x.git/config .gitconfig',
      'secrets.yml config/secrets.yaml secrets.prod.json .streamlit/secrets.toml secret.env app.secrets secrets/db.txt run/secrets/key',
      'terraform.tfstate terraform.tfstate.backup terraform.tfstate.1699.backup prod.tfvars x.auto.tfvars terraform.tfvars.json',
      '.yarnrc .yarnrc.yml pip.conf nuget.config .condarc wp-config.php wp-config.php.bak config.inc.php local.settings.json',
      'kubeconfig kubeconfig.yaml prod.kubeconfig k3s.yaml admin.conf .kube/config client.ovpn wg0.conf a.nmconnection',
      '.bash_history .zsh_history .python_history .psql_history .mysql_history .node_repl_history .lesshst .viminfo fish_history',
      'auth.json oauth.json oauth_creds.json token token.json .token api_key.txt apikey access_token credentials credentials.csv',
      '.vault_pass .vault_pass.txt vault-password vault.yml passwords.txt private_key.txt privatekey .secrets/x shadow',
      'db.kdbx login.keychain-db user.keytab key4.db logins.json cookies.txt wallet.dat utc--2020 kaggle.json seed-phrase.txt',
      'application_default_credentials.json x-firebase-adminsdk-1.json gcp-key.json config/credentials.yml.enc database.yml',
      'gha-creds-1a2b.json .rclone.conf .authinfo .authinfo.gpg .gitlab-token .oauth_token',
      '.sentryclirc .clasprc.json .databrickscfg .curlrc .wgetrc .msmtprc .dev.vars prod.env.local env.local .flaskenv',
      '.env.bak .env~ .env.swp id_rsa.old secrets.yml.gz .secrets.yml.swp #.npmrc# .#auth.json .netrc.gpg server.key.1 .pgpass.save',
      'secring.gpg .m2/settings.xml .gradle/gradle.properties filezilla.xml .vscode/sftp.json .idea/dataSources.local.xml',
    ].flatMap(line => line.split(' '))
    expect(names.filter(path => !isProtected(path, 'read'))).toEqual([])
  })

  it('do not include ordinary files', () => {
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
    const tools = ['.git/HEAD', '.vscode/settings.json', 'AGENTS.md', '.docker/Dockerfile', '.config/nvim/init.lua', '.codex/config.toml']
    for (const path of [...tools, 'id_rsa.pub', 'src/secrets.ts', 'credentials.md', 'tokens.json', 'auth.ts', 'authors.json', 'history.ts'])
      expect(isProtected(path, 'read'), path).toBe(false)
    expect(['src/secret/', 'src/credentials/', 'a/secrets/'].filter(path => isProtected(path, 'read'))).toEqual([])
    expect(isProtected('.ssh/', 'read')).toBe(true)
  })
})

/**
 * Files and folders with keys, passwords and tokens, relative to the home folder; some also occur in projects. The
 * guard asks about them anywhere, and the sandbox hides those in the home folder. Lower case.
 */
export const credentialPaths: readonly string[] = [
  // Keys, and credentials for other machines.
  '.ssh',
  '.gnupg',
  '.age',
  '.aws',
  '.azure',
  '.boto',
  '.oci',
  '.bluemix',
  '.openstack',
  '.mc/config.json',
  '.s3cfg',
  '.passwd-s3fs',
  '.kube',
  '.docker/config.json',
  '.dockercfg',
  '.terraformrc',
  '.terraform.d/credentials.tfrc.json',
  '.cloudflared',
  '.ngrok2',
  '.fly/config.yml',
  '.config/containers/auth.json',
  '.config/doctl',
  '.config/fly',
  '.config/gcloud',
  '.config/heroku',
  '.config/netlify',
  '.config/ngrok',
  '.config/rclone',
  '.config/sops',
  '.config/stripe',
  '.config/.wrangler',
  // Repositories and package registries.
  '.netrc',
  '_netrc',
  '.git-credentials',
  '.config/git/credentials',
  '.config/gh',
  '.config/glab-cli',
  '.config/hub',
  '.npmrc',
  '.pypirc',
  '.cargo/credentials',
  '.cargo/credentials.toml',
  '.gem/credentials',
  '.composer/auth.json',
  '.m2/settings.xml',
  '.m2/settings-security.xml',
  '.gradle/gradle.properties',
  '.ivy2/.credentials',
  '.sbt/.credentials',
  '.svn/auth',
  '.subversion/auth',
  // Databases, web servers and mail.
  '.pgpass',
  '.my.cnf',
  '.mylogin.cnf',
  '.htpasswd',
  '.dbt/profiles.yml',
  '.snowsql/config',
  '.snowflake',
  '.databrickscfg',
  '.cassandra/credentials',
  '.fetchmailrc',
  '.mbsyncrc',
  '.msmtprc',
  '.offlineimaprc',
  '.curlrc',
  '.authinfo',
  '.wgetrc',
  // Password managers and wallets.
  '.vault-token',
  '.password-store',
  '.1password',
  '.config/op',
  '.config/keepassxc',
  '.config/lpass',
  '.local/share/keyrings',
  '.local/share/kwalletd',
  '.bitcoin',
  '.electrum',
  '.ethereum/keystore',
  '.config/solana/id.json',
  // Credentials of agents and model hubs.
  '.claude/.credentials.json',
  '.codex/auth.json',
  '.gemini/oauth_creds.json',
  '.qwen/oauth_creds.json',
  '.local/share/opencode/auth.json',
  '.config/github-copilot',
  '.cache/huggingface/token',
  '.huggingface/token',
  '.kaggle',
]
/** Secret folders outside the home folder. */
const otherPlaces = ['.secrets', 'run/secrets', 'terraform.tfstate.d']
const places = new RegExp(`(?:^|/)(?:${[...credentialPaths, ...otherPlaces].map(place => place.replaceAll('.', '\\.')).join('|')})(?:/|$)`)

/**
 * Copies, archives and lock files contain the same secrets: `.env.bak`, `.secrets.yml.swp`, `id_rsa.old.gz`,
 * `#.npmrc#`.
 */
const copy = new RegExp([
  '(?:~|#| copy(?: \\d+)?| \\(\\d+\\)|[._-](?:ba?k|backup|old|orig|original|save|saved|sav|copy|tmp|temp|sw[a-p]|rej|disabled|\\d+)',
  '|\\.(?:gz|bz2|xz|zst|zip|7z|tar|tgz|gpg|asc|age|enc|rpmsave|rpmnew|dpkg-\\w+))$',
].join(''))
/** Emacs: `.#name` is a lock, `#name#` an autosave. */
const lock = /^(?:#|\.#)/

/** Source files and documents, no matter what they are called: `secrets.ts`, `credentials.md`. */
const code = new RegExp(`\\.(?:${[
  '[cm]?[jt]sx?|vue|svelte|astro|py|pyi|ipynb|rb|erb|go|rs|java|kts?|scala|groovy|clj|exs?|erl|hs|mli?|fsx?|vb|csx?|swift|mm?',
  'dart|lua|pl|pm|cc?|cpp|cxx|hh?|hpp|zig|nim|jl|sql|sh|bash|zsh|fish|ps1|bat|html?|css|scss|less|md|mdx|rst|adoc|tex',
  'svg|png|jpe?g|gif|webp|snap|map|lock|proto',
].join('|')})$`)

/**
 * Files needed to build and run a project. The sandbox shows such a file inside a project if it contains no token; it
 * hides all other secret files there.
 */
const neededNames: readonly RegExp[] = [
  /^\.env|\.env(?:\.\w+)?$|^env\.(?:local|prod|production|staging|dev|development|test)$|^\.(?:dev\.vars|flaskenv)$/,
  /^\.npmrc$|^\.yarnrc(?:\.ya?ml)?$|^pip\.(?:conf|ini)$|^nuget\.config$|^\.condarc$|^\.gitconfig$/,
  /\.(?:pem|key|p8|p12|pfx|jks|keystore|bks|jceks|pkcs8|pkcs12)$/,
  /^(?:key|keystore|signing)[\w-]*\.properties$|\.(?:tfvars|tfvars\.json|pkrvars\.hcl)$/,
  /^wp-config[^/]*\.php$|^(?:localsettings|settings\.local|config\.inc)\.php$/,
  /^local\.settings\.json$|^appsettings\.[^/]*(?:prod|local|secret)/,
  /^(?:database|parameters)\.ya?ml$|^application-prod[^/]*\.(?:properties|ya?ml)$/,
]
const neededWords = /^(?:.*[._-])?(?:secrets?|credentials?\.ya?ml)(?:[._-].*)?$/
/** Git config files, whose URLs may contain tokens. */
const gitSettings = /(?:^|\/)(?:[^/]*\.git\/(?:(?:modules|worktrees)\/.+\/)?config(?:\.worktree)?|\.config\/git\/config)$/

/**
 * Program credentials, private keys, key stores and shell histories, of any tool. Public keys end in `.pub` and do not
 * match.
 */
const otherNames: readonly RegExp[] = [
  /\.(?:ppk|kdbx?|psafe3|1pux|opvault|agekey|keychain(?:-db)?|keytab|ovpn|nmconnection|rdp|tfstate|kubeconfig|wallet)$/,
  /^id_[^.]+$|^identity$|^[^.]*[_-](?:rsa|dsa|ecdsa|ed25519)(?:_sk)?$|^ssh_host_[^.]+_key$|^secring\.gpg$|^krb5cc_/,
  /^g?shadow$|^\.?(?:wg\d+|wpa_supplicant|rclone|sec|pgpass|admin|kubelet)\.conf$|^terraform\.rc$|^(?:ngrok|clouds|k3s)\.ya?ml$/,
  /^(?:client_secret|service[_-]?account|gcp[_-]?key|gha-creds|kaggle)[^/]*\.json$|firebase-adminsdk[^/]*\.json$/,
  /^\.?auth\.json$|^(?:[^/]*[._-])?oauth2?(?:[._-][^/]*)?\.json$|^\.clasprc\.json$|^\.sentryclirc$|^\.dockerconfigjson$|^\.renviron$/,
  /^\.[\w-]*hist(?:ory|file)$|^(?:fish|consolehost)_history(?:\.txt)?$|^\.(?:lesshst|viminfo|dbshell|cqlshrc|mycli-history)$/,
  /^\.?vault[_-]?pass(?:word|wd)?(?:[._-].*)?$|^vault(?:[._-][^/]*)?\.ya?ml$|^\.?smbcredentials$/,
  /^(?:key[34]\.db|logins\.json|cookies(?:\.(?:txt|json|sqlite))?|login data|web data|wallet\.dat|utc--.*)$/,
  /^(?:sitemanager|recentservers|filezilla|datasources(?:\.local)?|webservers)\.xml$/,
  /^s?ftp(?:-config)?\.json$|^\.(?:ftpconfig|remote-sync\.json)$/,
  /^\.?xauthority$|^\.iceauthority$|^(?:data_bag_key|encrypted_data_bag_secret)$/,
]
/** Names without an extension, or with that of a data file. */
const secretWords = new RegExp(`^(?:.*[._-])?(?:${[
  'credentials?|passwords?|passphrase|kubeconfig|private[_-]?key|api[_-]?keys?|(?:access|api|auth|bearer|refresh)[_-]?tokens?',
  '(?:recovery|backup)[_-]?codes|seed[_-]?phrase|mnemonic',
].join('|')})(?:[._-].*)?$|^\\.?token(?:\\.(?:json|txt|ya?ml))?$|[._-]token$`)

/**
 * Whether a path's names suggest secrets, and why: `needed` files build and run a project. Expects lower case and
 * slashes; folders end with a slash.
 */
export function findSecretKind(path: string): 'needed' | 'other' | undefined {
  if (gitSettings.test(path))
    return 'needed'
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  if (folder === path)
    return places.test(path) ? 'other' : undefined
  const kinds = listOriginalNames(path.slice(folder.length)).map(name => classifyName(name, folder))
  return kinds.find(kind => kind !== undefined)
}

/** Whether a lower-case path is a git config file, without which git does not work. */
export function isGitSettings(path: string): boolean {
  return gitSettings.test(path)
}

/** Whether a path's names suggest secrets. Expects lower case and slashes. */
export function isSecretPath(path: string): boolean {
  return findSecretKind(path) !== undefined
}

function classifyName(name: string, folder: string): ReturnType<typeof findSecretKind> {
  const isCode = code.test(name) && !name.startsWith('.env')
  if (!isCode
    && (neededNames.some(pattern => pattern.test(name)) || neededWords.test(name) || /(?:^|\/)secrets\//.test(folder))) {
    return 'needed'
  }
  return otherNames.some(pattern => pattern.test(name))
    || (!isCode && secretWords.test(name))
    || places.test(folder + name)
    ? 'other'
    : undefined
}

/** The name, and names that it may be a copy of. */
function listOriginalNames(name: string): string[] {
  const names = [name, name.replace(lock, '')]
  for (let bare = names[1]!.replace(copy, ''); bare !== names.at(-1) && bare !== ''; bare = bare.replace(copy, ''))
    names.push(bare)
  return names
}

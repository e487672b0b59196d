/**
 * Files and folders that keep keys, passwords and tokens, as they lie below a home folder; some of them lie in projects too. The guard
 * asks about them anywhere, and the sandbox hides those of the home folder. In lower case.
 */
export const credentialPlaces: readonly string[] = [
  // Keys, and credentials for other machines.
  '.ssh',
  '.gnupg',
  '.age',
  '.aws',
  '.azure',
  '.boto',
  '.s3cfg',
  '.kube',
  '.docker/config.json',
  '.dockercfg',
  '.terraformrc',
  '.terraform.d/credentials.tfrc.json',
  '.config/containers/auth.json',
  '.config/doctl',
  '.config/gcloud',
  '.config/rclone',
  '.config/sops',
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
  // Databases and web servers.
  '.pgpass',
  '.my.cnf',
  '.mylogin.cnf',
  '.htpasswd',
  // Stores of passwords.
  '.vault-token',
  '.password-store',
  '.1password',
  '.config/op',
  '.config/keepassxc',
  '.local/share/keyrings',
  '.local/share/kwalletd',
  // What agents sign in with.
  '.claude/.credentials.json',
  '.codex/auth.json',
  '.gemini/oauth_creds.json',
  '.qwen/oauth_creds.json',
  '.local/share/opencode/auth.json',
]
const places = new RegExp(`(?:^|/)(?:${credentialPlaces.map(place => place.replaceAll('.', '\\.')).join('|')})(?:/|$)`)

/** What is kept in variables for programs, private keys, and stores of keys, by whatever tool. A public key ends in `.pub`. */
const secretNames = [
  /^\.env|\.env$|^\.dev\.vars$/,
  /\.(?:pem|key|ppk|p8|p12|pfx|jks|keystore|kdbx)$/,
  /^id_[^.]+$|^[^.]*[_-](?:rsa|dsa|ecdsa|ed25519)(?:_sk)?$|^ssh_host_[^.]+_key$/,
  /^(?:credentials|client_secret[^/]*|service[_-]?account[^/]*)\.json$/,
]

/** Whether a path, by its names, leads to what often holds secrets. In lower case, with slashes. */
export function isSecretPath(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return secretNames.some(pattern => pattern.test(name)) || places.test(path)
}

/** A key of settings that means a secret. */
const secretKey = /token|secret|passw(?:or)?d|passphrase|credential|api[_-]?key|access[_-]?key|private[_-]?key|auth|extraheader|dsn/i
/** A value that is none, or is taken from elsewhere. */
const openValue = /^["']?(?:$|[,;}\])]|\$\{?\w|%\w+%|(?:true|false|null)\b)/
const wellKnown = new RegExp([
  '-----BEGIN [A-Z ]{0,20}PRIVATE KEY',
  '://[^\\s/@:]{0,200}:[^\\s/@]{1,200}@|https?://[^\\s/@:]{12,200}@',
  '\\b(?:gh[opsu]_|github_pat_|glpat-|npm_|sk-|xox[abprs]-|AKIA|ASIA|AIza|hf_|pypi-|dop_v1_)[\\w-]{12}',
  '\\beyJ[\\w-]{10,2000}\\.[\\w-]{10}',
].join('|'))
/** The key that ends before a `=` or `:`. */
const keyBefore = 80

/** Whether a file that projects are built with holds a secret now. What is no text, or cannot be read, may. */
export function holdsToken(text: string | undefined): boolean {
  return text === undefined || wellKnown.test(text) || text.split('\n').some(assignsSecret)
}

function assignsSecret(line: string): boolean {
  for (const { index } of line.matchAll(/[=:]/g)) {
    const key = line.slice(Math.max(0, index - keyBefore), index)
    if (secretKey.test(key) && !openValue.test(line.slice(index + 1).replace(/^[=:>\s]+/, '')))
      return true
  }
  return false
}

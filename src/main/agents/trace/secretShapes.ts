/** Keys that are known by their prefix. */
const prefixedKeys = [
  'sk-[\\w-]{20,}',
  'parley_files_[\\w-]{43}',
  '[rs]k_(?:live|test)_\\w{16,}',
  'gh[opusr]_\\w{30,}',
  'github_pat_\\w{30,}',
  'glpat-[\\w-]{20,}',
  'npm_\\w{30,}',
  'hf_\\w{30,}',
  'xox[abprs]-[\\w-]{10,}',
  'xapp-[\\w-]{10,}',
  'AKIA[0-9A-Z]{16}',
  'AIza[\\w-]{35}',
]

/** What secrets look like in text without field names: output of commands, lines of a log, addresses. */
const shapes: readonly RegExp[] = [
  new RegExp(`\\b(?:${prefixedKeys.join('|')})`, 'g'),
  /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}/g,
  /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[\w+/=\s\\]*(?:-----END [A-Z ]{0,30}PRIVATE KEY-----)?/g,
  /(?<=\b(?:[Bb]earer|[Bb]asic) )[\w.~+/=-]{16,}/g,
  // The password in an address: `https://name:password@host`.
  /(?<=[a-z]:\/\/[^\s/@:"'\\]{0,100}:)[^\s/@"'\\]{1,200}(?=@)/gi,
  // A value after a telling name: `API_KEY=...`, `--token ...`, `"password": "..."`, also as JSON within a string. Words of code have no
  // digits.
  /(?<=(?:token|secret|password|passwd|api[-_]?key|access[-_]?key|private[-_]?key)[=]["'\\]{0,2})(?=[\w.~+/-]*\d)[\w.~+/=-]{8,}/gi,
  /(?<=--[\w-]{0,40}(?:token|secret|password|passwd|api-?key) ["'\\]{0,2})(?=[\w.~+/-]*\d)[\w.~+/=-]{8,}/gi,
  /(?<="[\w-]{0,40}(?:token|secret|password|passwd|api[-_]?key|authorization|cookie)\\{0,3}"\s?:\s?\\{0,3}")[^"\\]{8,}/gi,
]

/** Text with everything that looks like a secret replaced by `cut`. */
export function withoutSecretShapes(text: string, cut: string): string {
  return shapes.reduce((clean, shape) => clean.replace(shape, cut), text)
}

/** A secret in every form that it may take: plain, in JSON, in an address, in base64 alone or after one or two other bytes. */
export function formsOf(secret: string): string[] {
  const bytes = new TextEncoder().encode(secret)
  const encoded = [0, 1, 2].map((before) => {
    // Without the characters that also encode neighbouring bytes.
    const text = Buffer.concat([new Uint8Array(before), bytes]).toString('base64')
    return text.slice(before === 0 ? 0 : before + 1, Math.floor((before + bytes.length) / 3) * 4)
  }).filter(text => text.length >= shortestEncoded)
  return [
    ...new Set([
      secret,
      JSON.stringify(secret).slice(1, -1),
      encodeURIComponent(secret.toWellFormed()),
      ...encoded,
      ...encoded.map(text => text.replaceAll('+', '-').replaceAll('/', '_')),
    ]),
  ]
}

/** Shorter texts could occur anywhere. */
const shortestEncoded = 10

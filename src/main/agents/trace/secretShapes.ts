/** What secrets look like in text that names nothing: output of commands, lines of a log, addresses. */
const shapes: readonly RegExp[] = [
  // Keys that tell what they are by how they begin.
  /\b(?:sk-[\w-]{20,}|[rs]k_(?:live|test)_\w{16,}|gh[opusr]_\w{30,}|github_pat_\w{30,}|glpat-[\w-]{20,}|npm_\w{30,}|hf_\w{30,}|xox[abprs]-[\w-]{10,}|xapp-[\w-]{10,}|AKIA[0-9A-Z]{16}|AIza[\w-]{35})/g,
  /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}/g,
  /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[\w+/=\s\\]*(?:-----END [A-Z ]{0,30}PRIVATE KEY-----)?/g,
  /(?<=\b(?:[Bb]earer|[Bb]asic) )[\w.~+/=-]{16,}/g,
  // The password of an address: `https://name:password@host`.
  /(?<=[a-z]:\/\/[^\s/@:"'\\]{0,100}:)[^\s/@"'\\]{1,200}(?=@)/gi,
  // A value after a name that says what it is: `API_KEY=...`, `--token ...`, `"password": "..."`, also as JSON within a string. Words of
  // code have no digits.
  /(?<=(?:token|secret|password|passwd|api[-_]?key|access[-_]?key|private[-_]?key)[=]["'\\]{0,2})(?=[\w.~+/-]*\d)[\w.~+/=-]{8,}/gi,
  /(?<=--[\w-]{0,40}(?:token|secret|password|passwd|api-?key) ["'\\]{0,2})(?=[\w.~+/-]*\d)[\w.~+/=-]{8,}/gi,
  /(?<="[\w-]{0,40}(?:token|secret|password|passwd|api[-_]?key|authorization|cookie)\\{0,3}"\s?:\s?\\{0,3}")[^"\\]{8,}/gi,
]

/** Text without what looks like a secret; `cut` stands for each. */
export function withoutSecretShapes(text: string, cut: string): string {
  return shapes.reduce((clean, shape) => clean.replace(shape, cut), text)
}

/** A secret in the other forms in which it may be met: within JSON, in an address, in base64 alone or after one or two other bytes. */
export function formsOf(secret: string): string[] {
  const bytes = new TextEncoder().encode(secret)
  const encoded = [0, 1, 2].map((before) => {
    // Characters that the bytes around it have a share in are left out.
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

/** Less of it could stand anywhere. */
const shortestEncoded = 10

import { createScanner, type Node } from 'jsonc-parser'

/** Adds a fault at a node of the file, with the path of its key. */
export type AddFault = (at: Node, key: readonly (string | number)[], message: string) => void

/** A value of the file and the means to read it. */
export interface SettingsValue {
  readonly node: Node
  /** Whether the text in or right next to a node is invalid JSON. */
  readonly isBroken: (node: Node) => boolean
  readonly addFault: AddFault
}

/** The parser is recursive and overflows the stack at several thousand levels. Real settings are never that deep. */
const maxDepth = 256

/** Maximum names, values and punctuation marks. Real settings have several hundred. */
const maxTokens = 100_000

/** Returns why a text is too complex for the parser, or `undefined`. */
export function checkShape(text: string): string | undefined {
  const scanner = createScanner(text, true)
  let depth = 0
  let tokens = 0
  for (scanner.scan(); scanner.getTokenOffset() < text.length; scanner.scan()) {
    const first = text.charAt(scanner.getTokenOffset())
    if (first === '{' || first === '[')
      depth++
    else if (first === '}' || first === ']')
      depth = Math.max(0, depth - 1)
    if (depth > maxDepth)
      return 'The file is nested too deeply to be read. Remove some levels.'
    if (++tokens > maxTokens)
      return 'The file holds too much to be read. Remove what Parley does not need.'
  }
  return undefined
}

/** Reads an object's properties. For duplicates, the last one counts and the others are faults. */
export function readProperties(
  object: Node,
  path: readonly string[],
  addFault: AddFault,
): { name: string, node: Node }[] {
  const byName = new Map<string, Node>()
  for (const property of object.children ?? []) {
    const [key, value] = property.children ?? []
    if (key === undefined || value === undefined)
      continue
    const name = String(key.value)
    if (byName.has(name))
      addFault(key, [...path, name], 'This key occurs twice; the last one counts. Remove the other.')
    byName.set(name, value)
  }
  return [...byName].map(([name, node]) => ({ name, node }))
}

/** Limits the number of entries and reports excess ones as a fault. */
export function limitEntries<T extends { node: Node }>(
  entries: readonly T[],
  { most, key, addFault }: { most: number, key: string, addFault: AddFault },
): readonly T[] {
  const next = entries[most]
  if (next)
    addFault(next.node, [key], `Only the first ${most} are read. Remove those that you do not use.`)
  return entries.slice(0, most)
}

/** Describes a schema's issue for the person. */
export function describeIssue(issue: {
  code: string
  message: string
  expected?: unknown
  path: readonly unknown[]
  issues?: readonly { readonly message: string }[]
}): string {
  const isMissing = issue.message.includes('received undefined')
  if (issue.code === 'too_small')
    return 'This must not be empty.'
  // For an invalid key of a map, the reason is one level down.
  if (issue.code === 'invalid_key')
    return issue.issues?.[0]?.message ?? issue.message
  if (issue.code !== 'invalid_type')
    return issue.message
  const expected
    = (
      {
        string: 'text in quotes',
        array: 'a list of texts',
        record: 'an object of texts',
        object: 'an object',
        boolean: 'true or false',
      } as Record<string, string>
    )[String(issue.expected)] ?? String(issue.expected)
  return isMissing ? `"${String(issue.path.at(-1))}" is missing: it must be ${expected}.` : `This must be ${expected}.`
}

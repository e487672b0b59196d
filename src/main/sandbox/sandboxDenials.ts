import type { SandboxDenial } from '../../shared/settings/sandbox'

/**
 * What programs say when a sandbox stops them: the words of the system's errors, in the C locale and in the mouths of Node, Python, git,
 * curl and npm.
 */
const signs: readonly { readonly denial: SandboxDenial, readonly pattern: RegExp }[] = [
  { denial: 'write', pattern: /read-only file system|\bEROFS\b/i },
  {
    denial: 'network',
    pattern:
      /network is unreachable|\bENETUNREACH\b|could not resolve host|couldn't resolve host|temporary failure in name resolution|name or service not known|\bEAI_AGAIN\b|\bENOTFOUND\b|nodename nor servname|no address associated with hostname|failed to connect to \S+ port|\bdial (?:tcp|udp)\b.*(?:unreachable|lookup)/i,
  },
  {
    denial: 'rights',
    pattern:
      /no new privileges|must be setuid root|\bsetresuid\b.*not permitted|cannot run as root|unshare failed|failed to move to new namespace|no usable sandbox/i,
  },
]
/** A sign may be cut in two by the pieces in which output comes. */
const keptCharacters = 200

/** Reads a command's output for what its sandbox denied it. A guess: a program may say so for other reasons, or say nothing. */
export class SandboxDenials {
  readonly #found = new Set<SandboxDenial>()
  readonly #possible: typeof signs
  #end = ''

  constructor({ network }: { network: boolean }) {
    this.#possible = signs.filter(({ denial }) => denial !== 'network' || !network)
  }

  get found(): readonly SandboxDenial[] {
    return [...this.#found]
  }

  read(text: string): void {
    if (this.#found.size === this.#possible.length)
      return
    const joined = this.#end + text
    for (const { denial, pattern } of this.#possible) {
      if (!this.#found.has(denial) && pattern.test(joined))
        this.#found.add(denial)
    }
    this.#end = joined.slice(-keptCharacters)
  }
}

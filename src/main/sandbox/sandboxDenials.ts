import type { SandboxDenial } from '../../shared/settings/sandbox'

const networkSigns = [
  'network is unreachable',
  '\\bENETUNREACH\\b',
  'could not resolve host',
  'couldn\'t resolve host',
  'temporary failure in name resolution',
  'name or service not known',
  '\\bEAI_AGAIN\\b',
  '\\bENOTFOUND\\b',
  'nodename nor servname',
  'no address associated with hostname',
  'failed to connect to \\S+ port',
  '\\bdial (?:tcp|udp)\\b.+(?:unreachable|lookup)',
]

const rightsSigns = [
  'no new privileges',
  'must be setuid root',
  '\\bchmod\\b.+not permitted',
  'changing permissions of.+not permitted',
  '\\bsetresuid\\b.+not permitted',
  'cannot run as root',
  'unshare failed',
  'failed to move to new namespace',
  'no usable sandbox',
]

/**
 * Messages of programs that the sandbox blocks: system errors in the C locale, and those of Node, Python, git, curl,
 * npm.
 */
const signs: readonly { readonly denial: SandboxDenial, readonly pattern: RegExp }[] = [
  { denial: 'write', pattern: /read-only file system|\bEROFS\b/i },
  { denial: 'network', pattern: new RegExp(networkSigns.join('|'), 'i') },
  { denial: 'rights', pattern: new RegExp(rightsSigns.join('|'), 'i') },
]
/** Overlap between chunks, because a message may be split across them. */
const keptCharacters = 200

/** Guesses from the output what the sandbox denied. Programs may print the same for other reasons, or print nothing. */
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

import type { CatalogueStatus } from '../../../shared/contract/agentListing'
import { readFileSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import snapshot from '../../../../resources/agents.json' with { type: 'json' }
import { messageOf } from '../../../shared/errors'
import { isJsonObject } from '../../../shared/text/jsonObject'
import { fetchText } from './fetchText'
import { iconSvg } from './iconSvg'
import { parseRegistry, type RegistryAgent, type RegistryIndex } from './registryAgent'

/** How long an index counts as new; the public one is rebuilt once an hour. */
const freshMs = 60 * 60_000
/** How soon to try again after a failure. */
const retryMs = 5 * 60_000
const limits = { timeoutMs: 30_000, limitBytes: 5_000_000 }
const iconLimits = { timeoutMs: 30_000, limitBytes: 32_000 }

/** What the registry needs. */
export interface RegistryOptions {
  /** Where to keep what was fetched last. */
  readonly cachePath: string
  /** Where the index is; without, only what is at hand is used. */
  readonly address?: string | undefined
  /** Milliseconds since 1970. */
  readonly now?: () => number
}

interface Icon { readonly address: string, readonly svg: string }
interface Known extends RegistryIndex { readonly asOf: number, readonly icons: ReadonlyMap<string, Icon> }

/** The public registry of agents: what was shipped with Parley, or fetched since, whichever is newer. */
export class Registry {
  readonly #options: RegistryOptions
  readonly #now: () => number
  readonly #listeners = new Set<() => void>()
  readonly #ending = new AbortController()
  #known: Known
  #failure: string | undefined
  #triedAt = -Infinity
  #refreshing: Promise<void> | undefined

  constructor(options: RegistryOptions) {
    this.#options = options
    this.#now = options.now ?? Date.now
    const shipped: Known = { ...parseRegistry(snapshot) ?? { agents: [], skipped: 0 }, asOf: Date.parse(snapshot.asOf), icons: new Map() }
    const cached = readCache(options.cachePath)
    this.#known = cached && cached.asOf > shipped.asOf && cached.asOf <= this.#now() ? cached : shipped
  }

  get agents(): readonly RegistryAgent[] {
    return this.#known.agents
  }

  get status(): CatalogueStatus {
    const { asOf, skipped } = this.#known
    return { asOf, skipped, ...this.#failure !== undefined && { failure: this.#failure } }
  }

  /** An agent's icon as safe SVG text. */
  icon(registryId: string): string | undefined {
    return this.#known.icons.get(registryId)?.svg
  }

  /** Calls `listener` when the agents or the status changed; returns a function that stops it. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Fetches the index when what is known is an hour old. Never fails: the status says what went wrong. */
  refresh(): Promise<void> {
    const now = this.#now()
    const { address } = this.#options
    if (address === undefined || now - this.#known.asOf < freshMs || now - this.#triedAt < retryMs || this.#ending.signal.aborted)
      return this.#refreshing ?? Promise.resolve()
    this.#triedAt = now
    return this.#refreshing = this.#fetch(address).finally(() => this.#refreshing = undefined)
  }

  /** Ends a fetch that is under way. */
  async dispose(): Promise<void> {
    this.#listeners.clear()
    this.#ending.abort()
    await this.#refreshing
  }

  async #fetch(address: string): Promise<void> {
    try {
      const raw: unknown = JSON.parse(await fetchText({ address, ...limits, signal: this.#ending.signal }))
      const index = parseRegistry(raw)
      if (!index || index.agents.length === 0)
        throw new Error('what came is not an index of agents')
      const asOf = this.#now()
      this.#failure = undefined
      this.#show({ ...index, asOf, icons: this.#known.icons })
      const icons = await this.#fetchIcons(index.agents, address)
      this.#show({ ...index, asOf, icons })
      await writeCache(this.#options.cachePath, { asOf, index: raw, icons: Object.fromEntries(icons) })
    }
    catch (error) {
      if (this.#ending.signal.aborted)
        return
      this.#failure = messageOf(error)
      this.#tell()
    }
  }

  /** Icons come one after the other: nobody waits for them. One that cannot be had is tried again with the next index. */
  async #fetchIcons(agents: readonly RegistryAgent[], indexAddress: string): Promise<Map<string, Icon>> {
    const icons = new Map<string, Icon>()
    for (const { id, icon: address } of agents) {
      const known = this.#known.icons.get(id)
      if (known && known.address === address) {
        icons.set(id, known)
      }
      // Only from where the index came: an entry must not make Parley call on anybody else.
      else if (address !== undefined && new URL(address).origin === new URL(indexAddress).origin) {
        // an agent without its picture is fine
        const svg = await fetchText({ address, ...iconLimits, signal: this.#ending.signal }).then(iconSvg, () => undefined)
        this.#ending.signal.throwIfAborted()
        if (svg !== undefined)
          icons.set(id, { address, svg })
      }
    }
    return icons
  }

  #show(known: Known): void {
    this.#known = known
    this.#tell()
  }

  #tell(): void {
    for (const listener of [...this.#listeners])
      listener()
  }
}

function readCache(path: string): Known | undefined {
  try {
    const cache: unknown = JSON.parse(readFileSync(path, 'utf8'))
    if (!isJsonObject(cache) || typeof cache.asOf !== 'number')
      return undefined
    const index = parseRegistry(cache.index)
    // The file is only a file: its icons are looked through again.
    const icons = Object.entries(isJsonObject(cache.icons) ? cache.icons : {}).flatMap(([id, icon]) => {
      const svg = isJsonObject(icon) && typeof icon.svg === 'string' ? iconSvg(icon.svg) : undefined
      return isJsonObject(icon) && typeof icon.address === 'string' && svg !== undefined ? [[id, { address: icon.address, svg }] as const] : []
    })
    return index && { ...index, asOf: cache.asOf, icons: new Map(icons) }
  }
  catch {
    return undefined // none yet, or one that broke: the snapshot does, and the next fetch writes another
  }
}

async function writeCache(path: string, cache: object): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const draft = `${path}.${process.pid}.new`
  try {
    await writeFile(draft, JSON.stringify(cache), { mode: 0o600 })
    await rename(draft, path)
  }
  finally {
    await rm(draft, { force: true })
  }
}

import type { CatalogueStatus } from '../../../shared/contract/agentListing'
import snapshot from '../../../../resources/agents.json' with { type: 'json' }
import { errorMessage } from '../../../shared/errors'
import { Listeners } from '../../../shared/listeners'
import { isJsonObject } from '../../../shared/text/jsonObject'
import { readPlainFile } from '../../system/readPlainFile'
import { replaceFileText } from '../../system/replaceFileText'
import { FetchError, safeFetch } from '../../system/safeFetch'
import { sanitizeIcon } from './iconSvg'
import { parseRegistry, type RegistryAgent, type RegistryIndex } from './registryAgent'

/** The public index is rebuilt every hour. */
const freshMs = 60 * 60_000
/** Minimum time between attempts to fetch the index. */
const retryMs = 5 * 60_000
const limits = { timeoutMs: 30_000, limitBytes: 5_000_000 }
/** Limit for the cached index and its icons. */
const maxCacheBytes = 8 * 1024 * 1024
const iconLimits = { timeoutMs: 30_000, limitBytes: 32_000 }

export interface RegistryOptions {
  /** The cache file. */
  readonly cachePath: string
  /** URL of the index. If absent, only the shipped and the cached index are used. */
  readonly address?: string | undefined
  /** Milliseconds since 1970. */
  readonly now?: () => number
}

interface Icon { readonly address: string, readonly svg: string }
interface DatedIndex extends RegistryIndex { readonly asOf: number, readonly icons: ReadonlyMap<string, Icon> }

/** The public agent registry: the shipped index or the last fetched one, whichever is newer. */
export class Registry {
  readonly #options: RegistryOptions
  readonly #now: () => number
  readonly #listeners = new Listeners<void>()
  readonly #ending = new AbortController()
  #index: DatedIndex
  #failure: string | undefined
  #triedAt = -Infinity
  #refreshing: Promise<void> | undefined

  constructor(options: RegistryOptions) {
    this.#options = options
    this.#now = options.now ?? Date.now
    const shipped: DatedIndex = {
      ...parseRegistry(snapshot) ?? { agents: [], skipped: 0 },
      asOf: Date.parse(snapshot.asOf),
      icons: new Map(),
    }
    const cached = readCache(options.cachePath)
    this.#index = cached && cached.asOf > shipped.asOf && cached.asOf <= this.#now() ? cached : shipped
  }

  get agents(): readonly RegistryAgent[] {
    return this.#index.agents
  }

  get status(): CatalogueStatus {
    const { asOf, skipped } = this.#index
    return { asOf, skipped, ...this.#failure !== undefined && { failure: this.#failure } }
  }

  /** Returns an agent's icon as sanitized SVG text. */
  icon(registryId: string): string | undefined {
    return this.#index.icons.get(registryId)?.svg
  }

  /** Calls `listener` when the agents or the status change. Returns a function that unsubscribes. */
  onChange(listener: () => void): () => void {
    return this.#listeners.add(listener)
  }

  /** Fetches the index if the current one is an hour old. Never rejects; `status` reports failures. */
  refresh(): Promise<void> {
    const now = this.#now()
    const { address } = this.#options
    if (address === undefined
      || now - this.#index.asOf < freshMs
      || now - this.#triedAt < retryMs
      || this.#ending.signal.aborted) {
      return this.#refreshing ?? Promise.resolve()
    }
    this.#triedAt = now
    return this.#refreshing = this.#fetch(address).finally(() => this.#refreshing = undefined)
  }

  /** Aborts a running fetch. */
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
        throw new Error('the answer is not an index of agents')
      const asOf = this.#now()
      this.#failure = undefined
      this.#show({ ...index, asOf, icons: this.#index.icons })
      const icons = await this.#fetchIcons(index.agents, address)
      this.#show({ ...index, asOf, icons })
      replaceFileText(this.#options.cachePath, JSON.stringify({ asOf, index: raw, icons: Object.fromEntries(icons) }))
    }
    catch (error) {
      if (this.#ending.signal.aborted)
        return
      this.#failure = errorMessage(error)
      this.#listeners.emit()
    }
  }

  /** Fetches icons sequentially, because nothing waits for them. Failed ones are retried with the next index. */
  async #fetchIcons(agents: readonly RegistryAgent[], indexAddress: string): Promise<Map<string, Icon>> {
    const icons = new Map<string, Icon>()
    for (const { id, icon: address } of agents) {
      const known = this.#index.icons.get(id)
      if (known && known.address === address) {
        icons.set(id, known)
      }
      // Only from the origin of the index, so that an entry cannot make Parley contact other servers.
      else if (address !== undefined && new URL(address).origin === new URL(indexAddress).origin) {
        // an agent without its icon is fine
        const svg = await fetchText({ address, ...iconLimits, signal: this.#ending.signal }).then(
          sanitizeIcon,
          () => undefined,
        )
        this.#ending.signal.throwIfAborted()
        if (svg !== undefined)
          icons.set(id, { address, svg })
      }
    }
    return icons
  }

  #show(index: DatedIndex): void {
    this.#index = index
    this.#listeners.emit()
  }
}

function readCache(path: string): DatedIndex | undefined {
  try {
    const cache: unknown = JSON.parse(readPlainFile(path, { limitBytes: maxCacheBytes }))
    if (!isJsonObject(cache) || typeof cache.asOf !== 'number')
      return undefined
    const index = parseRegistry(cache.index)
    // Sanitize the icons again, because other programs can change the file.
    const icons = Object.entries(isJsonObject(cache.icons) ? cache.icons : {}).flatMap(([id, icon]) => {
      if (!isJsonObject(icon) || typeof icon.address !== 'string' || typeof icon.svg !== 'string')
        return []
      const svg = sanitizeIcon(icon.svg)
      return svg === undefined ? [] : [[id, { address: icon.address, svg }] as const]
    })
    return index && { ...index, asOf: cache.asOf, icons: new Map(icons) }
  }
  catch {
    return undefined // missing or damaged: use the shipped index, and let the next fetch replace the cache
  }
}

async function fetchText({
  address,
  timeoutMs,
  limitBytes,
  signal,
}: {
  address: string
  timeoutMs: number
  limitBytes: number
  signal: AbortSignal
}): Promise<string> {
  const { chunks } = await safeFetch(address, {
    limitBytes,
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
  })
    .catch((error: unknown) => {
      throw error instanceof FetchError
        ? error
        : new Error(`${new URL(address).hostname} could not be reached`, { cause: error })
    })
  const parts: Uint8Array[] = []
  for await (const chunk of chunks)
    parts.push(chunk)
  return Buffer.concat(parts).toString('utf8')
}

import { z } from 'zod'
import { mayCatalogueSet } from '../../../shared/permission/environmentSafety'
import { isJsonObject } from '../../../shared/text/jsonObject'
import { misleadingCharacters } from '../../../shared/text/misleadingCharacters'
import { safeParse } from '../../../shared/text/safeParse'

const environmentSchema = z.record(z.string(), z.string()).default({}).transform(filterHarmless)
const packageSchema = z.object({
  package: z.string().min(1),
  args: z.array(z.string()).default([]),
  env: environmentSchema,
})
const buildSchema = z.object({
  archive: z.url({ protocol: /^https?$/ }),
  cmd: z.string().min(1),
  args: z.array(z.string()).default([]),
  env: environmentSchema,
  sha256: z.string().optional(),
})

/** A package for npm or uv, such as `name@1.2.3`, and the arguments of its program. */
type PackageDistribution = z.infer<typeof packageSchema>
/** A download for one platform. `cmd` is relative to the unpacked archive and is untrusted. */
type BinaryBuild = z.infer<typeof buildSchema>

/** How to install an agent; empty if the index has no readable way. */
interface Distribution {
  readonly npx?: PackageDistribution
  readonly uvx?: PackageDistribution
  /** By platform key, such as `linux-x86_64`. */
  readonly binary?: Readonly<Record<string, BinaryBuild>>
}

/** Characters that mislead readers or break lines. */
const misleading = new RegExp(`[\\p{Cc}\\p{Zl}\\p{Zp}\\u206A-\\u206F\\u{E0080}-\\u{E0FFF}${misleadingCharacters}]`, 'u')
const isHonest = (text: string): boolean => !misleading.test(text)

const agentSchema = z.object({
  id: z.string().regex(/^[a-z][a-z0-9-]{0,63}$/),
  name: z.string().trim().min(1).max(100).refine(isHonest),
  // Only the shipped index omits it, for agents without a known download.
  version: z.string().max(100).refine(isHonest).default(''),
  description: z.string().max(2000).default('').transform(text => text.replaceAll(new RegExp(misleading, 'gu'), ' ')),
  website: z.url({ protocol: /^https?$/ }).optional().catch(undefined),
  icon: z.url({ protocol: /^https?$/ }).optional().catch(undefined),
  distribution: z.unknown().transform(readDistribution),
  // Only in the shipped index: why the agent cannot be installed.
  note: z.string().optional().catch(undefined),
})
/** An agent of the public registry. */
export type RegistryAgent = z.infer<typeof agentSchema>

/** The valid entries of an index, and the number of invalid ones. */
export interface RegistryIndex {
  readonly agents: readonly RegistryAgent[]
  readonly skipped: number
}

/** Parses an index leniently: ignores unknown fields and skips invalid entries. `undefined` if it is not an index. */
export function parseRegistry(value: unknown): RegistryIndex | undefined {
  if (!isJsonObject(value) || !Array.isArray(value.agents))
    return undefined
  const agents = new Map<string, RegistryAgent>()
  let skipped = 0
  for (const entry of value.agents as unknown[]) {
    const { data } = safeParse(agentSchema, entry)
    if (data && !agents.has(data.id))
      agents.set(data.id, data)
    else
      skipped += 1
  }
  return { agents: [...agents.values()], skipped }
}

/** The id of a registry agent in the agent list, prefixed to avoid collisions with other agents. */
export function toCatalogueAgentId(registryId: string): string {
  return `catalogue:${registryId}`
}

/** The registry id of a listed agent; `undefined` if it is not from the catalogue. */
export function parseRegistryId(agentId: string): string | undefined {
  return /^catalogue:(.+)$/.exec(agentId)?.[1]
}

/** The registry's key for a platform, such as `linux-x86_64`. */
export function getPlatformKey({ platform, arch }: { platform: string, arch: string }): string {
  const system = ({ win32: 'windows' } as Record<string, string>)[platform] ?? platform
  const processor = ({ x64: 'x86_64', arm64: 'aarch64' } as Record<string, string>)[arch] ?? arch
  return `${system}-${processor}`
}

function readDistribution(value: unknown): Distribution {
  const fields = isJsonObject(value) ? value : {}
  const npx = safeParse(packageSchema, fields.npx).data
  const uvx = safeParse(packageSchema, fields.uvx).data
  const builds = Object.entries(isJsonObject(fields.binary) ? fields.binary : {}).flatMap(([key, build]) => {
    const { data } = safeParse(buildSchema, build)
    return data ? [[key, data] as const] : []
  })
  return { ...npx && { npx }, ...uvx && { uvx }, ...builds.length > 0 && { binary: Object.fromEntries(builds) } }
}

/** Drops variables that affect which code runs. */
function filterHarmless(environment: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(environment).filter(([name, value]) => mayCatalogueSet({ name, value })))
}

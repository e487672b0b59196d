import { z } from 'zod'
import { mayCatalogueSet } from '../../../shared/permission/environmentSafety'
import { isJsonObject } from '../../../shared/text/jsonObject'
import { misleadingCharacters } from '../../../shared/text/misleadingCharacters'
import { safeParse } from '../../../shared/text/safeParse'

const environmentSchema = z.record(z.string(), z.string()).default({}).transform(harmless)
const packageSchema = z.object({ package: z.string().min(1), args: z.array(z.string()).default([]), env: environmentSchema })
const buildSchema = z.object({
  archive: z.url({ protocol: /^https?$/ }),
  cmd: z.string().min(1),
  args: z.array(z.string()).default([]),
  env: environmentSchema,
  sha256: z.string().optional(),
})

/** A package that npm or uv can fetch, such as `name@1.2.3`, and how its program is started. */
type PackageDistribution = z.infer<typeof packageSchema>
/** A program to download for one system. `cmd` is relative to the unpacked archive and must not be trusted. */
type BinaryBuild = z.infer<typeof buildSchema>

/** The ways to get an agent; empty if the index has none that can be read. */
interface Distribution {
  readonly npx?: PackageDistribution
  readonly uvx?: PackageDistribution
  /** By platform key, such as `linux-x86_64`. */
  readonly binary?: Readonly<Record<string, BinaryBuild>>
}

/** What misleads a reader or breaks the line. */
const misleading = new RegExp(`[\\p{Cc}\\p{Zl}\\p{Zp}\\u206A-\\u206F\\u{E0080}-\\u{E0FFF}${misleadingCharacters}]`, 'u')
const isHonest = (text: string): boolean => !misleading.test(text)

const agentSchema = z.object({
  id: z.string().regex(/^[a-z][a-z0-9-]{0,63}$/),
  name: z.string().trim().min(1).max(100).refine(isHonest),
  // Missing only in the shipped index, for agents whose download it does not know.
  version: z.string().max(100).refine(isHonest).default(''),
  description: z.string().max(2000).default('').transform(text => text.replaceAll(new RegExp(misleading, 'gu'), ' ')),
  website: z.url({ protocol: /^https?$/ }).optional().catch(undefined),
  icon: z.url({ protocol: /^https?$/ }).optional().catch(undefined),
  distribution: z.unknown().transform(readDistribution),
  // Only in the shipped index: why it has no way to get the agent.
  note: z.string().optional().catch(undefined),
})
/** An agent of the public registry. */
export type RegistryAgent = z.infer<typeof agentSchema>

/** The readable entries of an index, and how many were not readable. */
export interface RegistryIndex {
  readonly agents: readonly RegistryAgent[]
  readonly skipped: number
}

/**
 * Reads the registry's index leniently: unknown fields are ignored, faulty entries are skipped. `undefined` if it is
 * not an index.
 */
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

/** The id of a registry agent in the agent list; without the prefix it could equal another agent's. */
export function catalogueAgentId(registryId: string): string {
  return `catalogue:${registryId}`
}

/** The registry id of a listed agent; `undefined` if it is not in the catalogue. */
export function parseRegistryId(agentId: string): string | undefined {
  return /^catalogue:(.+)$/.exec(agentId)?.[1]
}

/** The registry's name of a system, as in its lists of builds. */
export function platformKey({ platform, arch }: { platform: string, arch: string }): string {
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

/** The catalogue may set an agent's own variables, not those that decide which code runs. */
function harmless(environment: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(environment).filter(([name, value]) => mayCatalogueSet({ name, value })))
}

import { z } from 'zod'
import { isJsonObject } from '../../../shared/text/jsonObject'
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
export type PackageDistribution = z.infer<typeof packageSchema>
/** A program to download for one system. `cmd` is relative to the unpacked archive and not to be trusted. */
export type BinaryBuild = z.infer<typeof buildSchema>

/** The ways to get an agent; none where the index has none that can be understood. */
export interface Distribution {
  readonly npx?: PackageDistribution
  readonly uvx?: PackageDistribution
  /** By platform key, such as `linux-x86_64`. */
  readonly binary?: Readonly<Record<string, BinaryBuild>>
}

/** What turns others around, hides or breaks the line; joiners of emoji may be in a name. */
const misleading = /[\p{Cc}\p{Zl}\p{Zp}\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF\u{E0000}-\u{E0FFF}]/u
const isHonest = (text: string): boolean => !misleading.test(text)

const agentSchema = z.object({
  id: z.string().regex(/^[a-z][a-z0-9-]{0,63}$/),
  name: z.string().trim().min(1).max(100).refine(isHonest),
  // Missing only in the snapshot, for agents whose download is not known to it.
  version: z.string().max(100).refine(isHonest).default(''),
  description: z.string().max(2000).default('').transform(text => text.replaceAll(new RegExp(misleading, 'gu'), ' ')),
  website: z.url({ protocol: /^https?$/ }).optional().catch(undefined),
  icon: z.url({ protocol: /^https?$/ }).optional().catch(undefined),
  distribution: z.unknown().transform(readDistribution),
  // Of the snapshot only: why it knows no way to get the agent.
  note: z.string().optional().catch(undefined),
})
/** An agent of the public registry. */
export type RegistryAgent = z.infer<typeof agentSchema>

/** What was understood of an index, and how many entries were not. */
export interface RegistryIndex {
  readonly agents: readonly RegistryAgent[]
  readonly skipped: number
}

/**
 * Reads the registry's index leniently: what is unknown is ignored, a faulty entry costs only itself. `undefined` when it is no index at
 * all.
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

/** The id under which a registry agent is listed; the registry's own may be an agent's of ours too. */
export function catalogueAgentId(registryId: string): string {
  return `catalogue:${registryId}`
}

/** The registry's id of a listed agent; `undefined` when it is not of the catalogue. */
export function registryIdOf(agentId: string): string | undefined {
  return /^catalogue:(.+)$/.exec(agentId)?.[1]
}

/** The registry's name of a system that it may have a build for. */
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

/** An index may set an agent's own variables, not those that decide which code runs. */
function harmless(environment: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).filter(
      ([name, value]) =>
        /^[A-Z_]\w*$/i.test(name)
        && !value.includes('\0')
        && !/^(PATH|HOME|SHELL|IFS|ENV|BASH_ENV|PATHEXT|COMSPEC|PYTHON(PATH|HOME|STARTUP)|(LD|DYLD|NODE|NPM|UV|PIP|GIT|ELECTRON|PARLEY)_.*)$/i.test(
          name,
        ),
    ),
  )
}

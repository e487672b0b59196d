import type { BinaryDistribution, Distribution, InstallableAgent, PackageDistribution } from '../../shared/settings/installing'
import type { InstalledProgram, InstallStep } from './installStep'
import { InstallError } from './installError'
import { installBinary } from './ways/binaryInstall'
import { installWithNpm } from './ways/npmInstall'
import { installWithUv } from './ways/uvInstall'

/** One way to get an agent on this machine. */
export interface InstallWay {
  /** The source, in words for a person. */
  readonly from: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly run: (step: InstallStep) => Promise<InstalledProgram>
}

/** A build for this platform first, as it needs nothing else; then npm; then uv if it is installed. Throws if there is no way. */
export function installWay(
  { name, distribution }: InstallableAgent,
  { platform, hasUv }: { platform: string, hasUv: boolean },
): InstallWay {
  const { binary, npx, uvx }: Distribution = distribution
  const build = binary?.[platform]
  if (build)
    return way(build, hostOf(build.archive), step => installBinary(build, step))
  if (npx)
    return way(npx, 'The npm registry', step => installWithNpm(npx, step))
  // Without uv, this way fails with a message that says so.
  if (uvx && (hasUv || !binary))
    return way(uvx, 'The Python package index', step => installWithUv(uvx, step))
  throw new InstallError(
    binary
      ? `There is no build of ${name} for ${platform}. Ask its makers for one, or pick another agent.`
      : `The registry lists no way to install ${name} that Parley supports. Pick another agent.`,
  )
}

function way({ args = [], env = {} }: BinaryDistribution | PackageDistribution, from: string, run: InstallWay['run']): InstallWay {
  return { from, args, env, run }
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url
}

/** A package of npm or PyPI, and how its program is run. */
export interface PackageDistribution {
  /** Such as `@scope/name@1.2.3`, `name==1.2.3` or `name@1.2.3`. */
  readonly package: string
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

/** An archive or a bare program for one platform. */
export interface BinaryDistribution {
  /** Its web address. */
  readonly archive: string
  /** The program, relative to the unpacked folder. */
  readonly cmd: string
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly sha256?: string
}

/** The ways in which an agent can be had; at least one. */
export interface Distribution {
  /** By platform key, such as `linux-x86_64`. */
  readonly binary?: Readonly<Record<string, BinaryDistribution>>
  readonly npx?: PackageDistribution
  readonly uvx?: PackageDistribution
}

/** What the installer has to know of an agent of the registry. */
export interface InstallableAgent {
  /** Its id in the registry; also the name of its folder. */
  readonly id: string
  readonly name: string
  readonly version: string
  readonly distribution: Distribution
}

/** How the installation of an agent goes. */
export interface InstallProgress {
  readonly agentId: string
  readonly state: 'running' | 'done' | 'failed' | 'cancelled'
  /** What the installer said last. */
  readonly line?: string
  /** From 0 to 1, where it can be known. */
  readonly fraction?: number
  /** Why it failed, and what would help. */
  readonly message?: string
}

/** One thing that has to be right before an agent can start. */
export interface PreflightCheck {
  readonly what: 'command' | 'node' | 'folder' | 'sign-in'
  readonly isRight: boolean
  /** What was found. */
  readonly finding: string
  /** What to do where it is not right. */
  readonly fix?: string
}

/** What the installer can do about an agent of the catalogue. */
export interface InstallOffer {
  /** The version that Parley installed. */
  readonly installed?: string
  /** The version that it could install instead. */
  readonly offered?: string
}

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

/** The ways to install an agent; at least one. */
export interface Distribution {
  /** By platform key, such as `linux-x86_64`. */
  readonly binary?: Readonly<Record<string, BinaryDistribution>>
  readonly npx?: PackageDistribution
  readonly uvx?: PackageDistribution
}

/** What the installer needs to know about an agent of the registry. */
export interface InstallableAgent {
  /** Its id in the registry; also the name of its folder. */
  readonly id: string
  readonly name: string
  readonly version: string
  readonly distribution: Distribution
}

/** The progress of an installation. */
export interface InstallProgress {
  readonly agentId: string
  readonly state: 'running' | 'done' | 'failed' | 'cancelled'
  /** The installer's latest line. */
  readonly line?: string
  /** From 0 to 1, if it is known. */
  readonly fraction?: number
  /** Why it failed, and what to do. */
  readonly message?: string
}

/** A condition for starting an agent. */
export interface PreflightCheck {
  readonly what: 'command' | 'node' | 'folder' | 'sign-in'
  readonly isRight: boolean
  /** What was found. */
  readonly finding: string
  /** What to do if it is not right. */
  readonly fix?: string
}

/** What the installer can do about an agent of the catalogue. */
export interface InstallOffer {
  /** The version that Parley installed. */
  readonly installed?: string
  /** The version that it could install instead. */
  readonly offered?: string
}

/** An npm or PyPI package, and how to run its program. */
export interface PackageDistribution {
  /** Such as `@scope/name@1.2.3`, `name==1.2.3` or `name@1.2.3`. */
  readonly package: string
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

/** An archive or a bare program for one platform. */
export interface BinaryDistribution {
  /** The download URL. */
  readonly archive: string
  /** The executable, relative to the unpacked folder. */
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

/** An agent of the registry, as the installer needs it. */
export interface InstallableAgent {
  /** The registry id, which is also the folder name. */
  readonly id: string
  readonly name: string
  readonly version: string
  readonly distribution: Distribution
}

export interface InstallProgress {
  readonly agentId: string
  readonly state: 'running' | 'done' | 'failed' | 'cancelled'
  /** The installer's latest line of output. */
  readonly line?: string
  /** From 0 to 1, if known. */
  readonly fraction?: number
  /** Why the installation failed, and what to do. */
  readonly message?: string
}

/** A condition for starting an agent. */
export interface PreflightCheck {
  readonly what: 'command' | 'node' | 'folder' | 'sign-in'
  readonly isRight: boolean
  /** The result of the check. */
  readonly finding: string
  /** How to fix it. */
  readonly fix?: string
}

/** Which versions of a catalogue agent are installed and available. */
export interface InstallOffer {
  /** The installed version. */
  readonly installed?: string
  /** The version available for installation. */
  readonly offered?: string
}

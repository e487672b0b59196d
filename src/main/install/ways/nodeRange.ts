import { satisfies, validRange } from 'semver'

/** Whether a Node fits what a package's `engines.node` asks for. A range that npm cannot read fits: the agent itself knows best. */
export function fitsNodeRange(version: string, range: string): boolean {
  // As npm reads it: a prerelease of a Node is as good as that Node.
  return validRange(range) === null || satisfies(version, range, { includePrerelease: true })
}

import type { FuseOptionsV1 } from 'app-builder-lib'
import { fileURLToPath } from 'node:url'

const double = fileURLToPath(new URL('electron', import.meta.url))

/**
 * A script that stands for the program of a packed app, beside its folder `resources`: Electron with these fuses, which decide what of
 * its environment it heeds.
 */
export function packedElectron({ runAsNode, enableNodeOptionsEnvironmentVariable }: FuseOptionsV1): string {
  return `#!/bin/sh
${runAsNode === false ? 'unset ELECTRON_RUN_AS_NODE' : ''}
${enableNodeOptionsEnvironmentVariable === false ? 'unset NODE_OPTIONS NODE_EXTRA_CA_CERTS' : ''}
export ELECTRON_DOUBLE_PROGRAM=$(readlink -f "$0")
export ELECTRON_DOUBLE_RESOURCES=$(dirname "$ELECTRON_DOUBLE_PROGRAM")/resources
exec ${JSON.stringify(double)} "$@"
`
}

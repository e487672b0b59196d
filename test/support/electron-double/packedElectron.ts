import type { FuseOptionsV1 } from 'app-builder-lib'
import { fileURLToPath } from 'node:url'

const double = fileURLToPath(new URL('electron', import.meta.url))

/**
 * Returns a script that acts as the program of a packed app, beside its folder `resources`: Electron with these fuses,
 * which decide what environment variables it respects. With an AppImage's variables, it adds those of AppRun.
 */
export function packedElectron({ runAsNode, enableNodeOptionsEnvironmentVariable }: FuseOptionsV1): string {
  return `#!/bin/sh
${runAsNode === false ? 'unset ELECTRON_RUN_AS_NODE' : ''}
${enableNodeOptionsEnvironmentVariable === false ? 'unset NODE_OPTIONS NODE_EXTRA_CA_CERTS' : ''}
if [ -n "$APPIMAGE" ]; then
  export PATH="$APPDIR:$APPDIR/usr/sbin\${PATH:+:$PATH}"
  export XDG_DATA_DIRS="$APPDIR/usr/share/\${XDG_DATA_DIRS:+:$XDG_DATA_DIRS}:/usr/share/gnome:/usr/local/share/:/usr/share/"
  export LD_LIBRARY_PATH="$APPDIR/usr/lib\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
  export GSETTINGS_SCHEMA_DIR="$APPDIR/usr/share/glib-2.0/schemas\${GSETTINGS_SCHEMA_DIR:+:$GSETTINGS_SCHEMA_DIR}"
fi
export ELECTRON_DOUBLE_PROGRAM=$(readlink -f "$0")
export ELECTRON_DOUBLE_RESOURCES=$(dirname "$ELECTRON_DOUBLE_PROGRAM")/resources
exec ${JSON.stringify(double)} "$@"
`
}

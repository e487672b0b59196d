import { spawnSync } from 'node:child_process'

/** Why tests that need bubblewrap cannot run here; `undefined` if they can. Shown for skipped tests. */
export const noBubblewrap: string | undefined = (() => {
  if (process.platform !== 'linux')
    return 'bubblewrap is there on Linux only'
  const { error, status, stderr } = spawnSync('bwrap', ['--dev-bind', '/', '/', '--unshare-pid', '--proc', '/proc', 'true'], {
    encoding: 'utf8',
  })
  if (error)
    return 'bubblewrap is not installed (apt-get install bubblewrap)'
  return status === 0 ? undefined : `bubblewrap cannot make namespaces here: ${stderr.trim()}`
})()

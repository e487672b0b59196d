import { spawnSync } from 'node:child_process'

/**
 * Why a test that needs bubblewrap cannot run here; `undefined` where it can. A test skips with these words, so that a
 * report says what was not tested.
 */
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

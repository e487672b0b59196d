import type { Environment } from '../system/environment/mergeEnvironment'

/** Whether a program that is started here can show a window to the person; not on a server, nor over SSH without a display of one's own. */
export function hasDisplay(environment: Environment, platform: NodeJS.Platform): boolean {
  if (platform === 'darwin' || platform === 'win32')
    return !environment.SSH_CONNECTION
  return Boolean(environment.DISPLAY) || Boolean(environment.WAYLAND_DISPLAY)
}

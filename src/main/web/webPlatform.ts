import type { Platform } from '../host/platform'
import { HostError } from '../../shared/errors'

/** The browser is the person's own: it opens links itself and has no folder dialog that tells a path. */
export function webPlatform({ isAddressKept }: Required<Pick<Platform, 'isAddressKept'>>): Platform {
  return {
    shell: 'web',
    isAddressKept,
    openExternal: () => Promise.reject(new HostError('unsupported', 'Here the browser opens links itself: click the link in the page.')),
  }
}

import { expect, it } from 'vitest'
import { getUserEnvironment } from '../../../src/main/system/environment/inheritedEnvironment'

const mount = '/tmp/.mount_Parley1'

it('the user\'s environment is that of the process, without the desktop name of Electron\'s windows', () => {
  expect(getUserEnvironment({ PATH: '/bin', CHROME_DESKTOP: 'parley.desktop' })).toEqual({ PATH: '/bin' })
})

it('the user\'s environment contains nothing of Parley\'s AppImage', () => {
  const environment = {
    APPDIR: mount,
    APPIMAGE: '/home/someone/Parley.AppImage',
    OWD: '/home/someone',
    ARGV0: './Parley.AppImage',
    PATH: `${mount}:${mount}/usr/sbin:/usr/bin:/bin`,
    LD_LIBRARY_PATH: `${mount}/usr/lib`,
    MANPATH: ':/opt/man', // an empty entry means the usual ones
    NEIGHBOUR: `${mount}2/lib`,
  }
  expect(getUserEnvironment(environment, `${mount}/parley`)).toEqual({
    PATH: '/usr/bin:/bin',
    MANPATH: ':/opt/man',
    NEIGHBOUR: `${mount}2/lib`,
  })
})

it('the user\'s environment keeps variables of another AppImage, such as the terminal\'s', () => {
  const environment = { APPDIR: mount, APPIMAGE: '/home/someone/Terminal.AppImage', PATH: `${mount}:/bin` }
  expect(getUserEnvironment(environment, '/opt/Parley/parley')).toEqual(environment)
})

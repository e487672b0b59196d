import { statSync, symlinkSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parseCommandLine } from '../../../src/main/shell/commandLine'
import { getDefaultDataFolder, makeDataFolder, resolveDataFolder } from '../../../src/main/shell/dataFolder'
import { makeTemporaryHome } from '../web/testProcess'

describe('the command line', () => {
  it('accepts every flag, with a space or an equals sign', () => {
    const options = {
      web: true,
      open: false,
      port: 8123,
      idleExitMs: 300_000,
      dataFolder: '/data',
      workspace: '/here/project',
      agent: 'Demo agent',
    }
    expect(
      parseCommandLine(
        [
          '--web',
          '--no-open',
          '--port',
          '8123',
          '--idle-exit',
          '5',
          '--data-dir',
          '/data',
          '--workspace',
          'project',
          '--agent',
          'Demo agent',
        ],
        '/here',
      ),
    ).toEqual({ kind: 'start', options })
    expect(
      parseCommandLine(
        ['--agent=Demo agent', '--workspace=project', '--data-dir=/data', '--port=8123', '--idle-exit=5', '--no-open', '--web'],
        '/here',
      ),
    ).toEqual({ kind: 'start', options })
  })

  it('may be empty', () => {
    expect(parseCommandLine([], '/here')).toEqual({ kind: 'start', options: { web: false, open: true, port: 0 } })
  })

  it('reports errors with the usage', () => {
    const wrong = [
      ['--unknown'],
      ['file'],
      ['--port'],
      ['--port', ''],
      ['--port', '65536'],
      ['--port', '-1'],
      ['--port', '80a'],
      ['--port=1.5'],
      ['--idle-exit', '0'],
      ['--idle-exit', 'soon'],
      ['--data-dir', '--web'],
      ['--agent='],
      ['--web=yes'],
      ['--help=me'],
      ['-h'],
    ]
    for (const args of wrong) {
      expect(parseCommandLine(args, '/here'), args.join(' ')).toMatchObject({
        kind: 'wrong',
        text: expect.stringContaining('Usage: parley'),
      })
    }
    expect(parseCommandLine(['--unknown'], '/here')).toMatchObject({ text: expect.stringContaining('Unknown option: --unknown') })
  })

  it('accepts only absolute paths if the working folder was deleted', () => {
    expect(parseCommandLine(['--data-dir', '/data'], undefined)).toMatchObject({ kind: 'start', options: { dataFolder: '/data' } })
    const relative = parseCommandLine(['--workspace=here'], undefined)
    expect(relative).toMatchObject({ kind: 'wrong', text: expect.stringMatching(/^--workspace.*gone/) })
  })

  it('prints help', () => {
    expect(parseCommandLine(['--web', '--help'], '/here')).toMatchObject({ kind: 'help', text: expect.stringContaining('--data-dir DIR') })
  })
})

describe('the data folder', () => {
  it('is in the platform\'s default location', () => {
    expect(getDefaultDataFolder({ platform: 'linux', env: {}, home: '/home/me' })).toBe('/home/me/.local/share/parley')
    expect(
      getDefaultDataFolder({ platform: 'linux', env: { XDG_DATA_HOME: '/data' }, home: '/home/me' }),
    ).toBe('/data/parley')
    expect(getDefaultDataFolder({ platform: 'linux', env: { XDG_DATA_HOME: 'relative' }, home: '/home/me' })).toBe(
      '/home/me/.local/share/parley',
    )
    expect(
      getDefaultDataFolder({ platform: 'darwin', env: {}, home: '/Users/me' }),
    ).toBe('/Users/me/Library/Application Support/Parley')
    expect(getDefaultDataFolder({
      platform: 'win32',
      env: { APPDATA: 'C:\\Users\\me\\AppData\\Roaming' },
      home: 'C:\\Users\\me',
    })).toBe(
      'C:\\Users\\me\\AppData\\Roaming\\Parley',
    )
  })

  it('is never relative, even if HOME is empty', () => {
    const { HOME, XDG_DATA_HOME } = process.env
    onTestFinished(() => void Object.assign(process.env, { HOME, ...XDG_DATA_HOME !== undefined && { XDG_DATA_HOME } }))
    process.env.HOME = ''
    delete process.env.XDG_DATA_HOME
    expect(isAbsolute(resolveDataFolder({ web: true, open: false, port: 0 }))).toBe(true)
  })

  it('is created with its parents for its owner only, or the reason is reported', async () => {
    const { home, dataFolder } = makeTemporaryHome()
    makeDataFolder(join(dataFolder, 'deeper', 'still'))
    makeDataFolder(join(dataFolder, 'deeper', 'still'))
    expect(statSync(join(dataFolder, 'deeper')).mode & 0o777).toBe(0o700)

    symlinkSync(join(home, 'unplugged'), join(home, 'link'))
    symlinkSync('two', join(home, 'one'))
    symlinkSync('one', join(home, 'two'))
    for (const [path, why] of [
      ['link', 'a link leads nowhere'],
      ['link/below', 'a link leads nowhere'],
      ['one/below', 'in circles'],
      ['x'.repeat(300), 'longer than'],
    ] as const)
      expect(() => makeDataFolder(join(home, path))).toThrow(new RegExp(`cannot be made: .*${why}.*--data-dir`))
  })

  it.runIf(process.platform === 'linux')('is reported if it cannot be created', () => {
    expect(() => makeDataFolder('/proc/none/deeper')).toThrow(/cannot be made/)
  })
})

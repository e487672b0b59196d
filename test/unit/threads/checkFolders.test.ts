import { mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { checkFolder, createFolder } from '../../../src/main/threads/start/checkFolders'
import { temporaryFolder } from '../../support/temporaryFolder'

let home: string
let dataFolder: string
const makeChecks = () => ({ dataFolder, environment: { HOME: home } })

beforeEach(async () => {
  home = temporaryFolder('parley-home-')
  dataFolder = join(home, 'data')
  for (const name of ['data', 'code/apple', 'code/Application', 'code/.hidden', 'code/banana'])
    mkdirSync(join(home, name), { recursive: true })
  writeFileSync(join(home, 'code', 'april.txt'), '')
})

describe('a typed path', () => {
  it('is completed to folders with that prefix in any letter case, to hidden ones only after a dot', async () => {
    symlinkSync(join(home, 'code', 'banana'), join(home, 'code', 'apart'))
    const findFolders = async (typed: string): Promise<string[]> =>
      (await checkFolder(typed, makeChecks())).folders.map(folder => folder.slice(home.length))
    expect(await findFolders('~/code/ap')).toEqual(['/code/apart', '/code/apple', '/code/Application'])
    expect(await findFolders(`${home}/code/`))
      .toEqual(['/code/apart', '/code/apple', '/code/Application', '/code/banana'])
    expect(await findFolders('~/code/apple')).toEqual([])
    expect(await findFolders('~/code/.')).toEqual(['/code/.hidden'])
    expect(await findFolders('~/nowhere/x')).toEqual([])
  })

  it('is completed only up to a limit', async () => {
    for (let number = 0; number < 60; number++)
      mkdirSync(join(home, 'code', `many${number}`))
    expect((await checkFolder('~/code/many', makeChecks())).folders).toHaveLength(20)
  })

  it('comes with a reason if a thread cannot work there, or with a note if the folder is too wide', async () => {
    const parseState = async (typed: string): Promise<string> => {
      const { state, note } = await checkFolder(typed, makeChecks())
      return `${state}: ${note ?? ''}`
    }
    expect(await parseState('~/code')).toBe('folder: ')
    expect(await parseState('~/code/new')).toBe('missing: ')
    expect(await parseState('~')).toMatch(/^folder: This is all of your home folder/)
    expect(await parseState('/')).toMatch(/^folder: This is the whole disk/)
    expect(await parseState('~/code/april.txt')).toMatch(/^unusable: .*is a file/)
    expect(await parseState('~/data')).toMatch(/^unusable: Parley keeps its own data/)
    expect(await parseState('code')).toMatch(/^unusable: .*not a whole path/)
    expect(await parseState('/a\0b')).toMatch(/^unusable: This cannot be a path/)
  })
})

describe('a created folder', () => {
  it('gets missing parents, and is not writable by others', async () => {
    const { path } = await createFolder('~/code/new/project', makeChecks())
    expect(path).toBe(join(home, 'code/new/project'))
    expect(statSync(path).mode & 0o022).toBe(0)
    await expect(checkFolder(path, makeChecks())).resolves.toMatchObject({ state: 'folder' })
  })

  it('is rejected in Parley’s own data, even through a link, and anywhere it cannot be created', async () => {
    symlinkSync(dataFolder, join(home, 'link'))
    for (const typed of ['~/data/x', '~/link/x', '~/code/april.txt/x', 'x', '/a\0b'])
      await expect(createFolder(typed, makeChecks()), typed).rejects.toMatchObject({ code: 'folder_not_found' })
  })
})

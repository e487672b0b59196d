import type { Workspace } from '../../../workspace/workspace'
import { readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { choosesDriver, type GitSetting, gitSettingsFault } from '../../../rules/readOnly/gitSettings'
import { plainTextOf } from '../../../system/readPlainFile'
import { lookAt } from '../rules/lookAt'
import { realPlace } from '../rules/realPlace'
import { type GitPlace, runGit } from './runGit'

/** The one hook that a command that reads may run, when it keeps what it found of changed files. */
const hook = 'post-index-change'
/** Where systems and their package managers keep attributes for all users. */
const systemAttributes = ['/etc', '/usr/local/etc', '/opt/homebrew/etc'].map(folder => `${folder}/gitattributes`)

/** Why git may run a program here, or work outside the folder; otherwise where its files are. */
export async function whyNotRepository(
  git: GitPlace,
  { subcommand, workspace }: { subcommand: string, workspace: Workspace },
): Promise<{ why: string } | { top: string }> {
  const listed = await runGit(git, ['config', '--list', '-z', '--show-scope'])
  const fault = listed === undefined ? { why: 'the settings of git cannot be read' } : gitSettingsFault(settingsIn(listed), subcommand)
  if ('why' in fault)
    return fault
  const said = await runGit(git, ['rev-parse', '--path-format=absolute', '--show-toplevel', '--git-dir', '--git-common-dir'])
  const [top, folder, common] = (said ?? '').split('\n').map(line => line === '' ? undefined : realPlace(line))
  if (!top || !folder || !common)
    return { why: 'git finds no repository here' }
  const objects = ['objects', join('objects', 'pack')].map(name => realPlace(join(common, name)) ?? join(common, name))
  for (const place of [top, folder, common, ...objects]) {
    if ((await workspace.locateFolder(place)).kind !== 'inside')
      return { why: `the repository at ${place} is not in the folder` }
  }
  if (workspace.reachesClosed(top))
    return { why: `the repository at ${top} holds what is closed to agents` }
  if (lookAt(join(common, 'objects', 'info', 'alternates')) !== 'none')
    return { why: 'the repository takes files from another' }
  if ([folder, common].some(place => namesIn(join(place, 'hooks')).includes(hook)))
    return { why: `the hook ${hook} would run` }
  if (subcommand === 'status' || subcommand === 'diff') {
    const index = await runGit(git, ['ls-files', '--stage', '-z', '--full-name', ':/'])
    if (index === undefined || /(?:^|\0)160000 /.test(index))
      return { why: 'git looks into other repositories that lie in it, each with settings of its own' }
  }
  return fault.drivers.length > 0 && (await mayChoose(fault.drivers, { git, top, common }))
    ? { why: 'the attributes of files choose a program that git runs for them' }
    : { top }
}

/** Whether any file of attributes that git might read chooses one of these drivers. */
async function mayChoose(
  drivers: readonly string[],
  { git, top, common }: { git: GitPlace, top: string, common: string },
): Promise<boolean> {
  const pathspec = ':(top,glob,icase)**/.gitattributes'
  const tracked = await runGit(git, ['ls-files', '-z', '--full-name', '--cached', '--', pathspec])
  const others = await runGit(git, ['ls-files', '-z', '--full-name', '--others', '--', pathspec])
  if (tracked === undefined || others === undefined)
    return true
  const { HOME = homedir(), XDG_CONFIG_HOME } = git.environment
  const inTree = `${tracked}\0${others}`.split('\0').filter(name => name !== '').map(name => join(top, name))
  // Of a file that is not there git reads what the index says.
  if (inTree.some(path => lookAt(path) !== 'file'))
    return true
  const own = join(XDG_CONFIG_HOME ?? join(HOME, '.config'), 'git', 'attributes')
  const files = [...inTree, join(common, 'info', 'attributes'), own, ...systemAttributes]
  return files.some((path) => {
    const text = lookAt(path) === 'none' ? '' : plainTextOf(path)
    return text === undefined || choosesDriver(text, drivers)
  })
}

/** `scope\0name\nvalue\0`; a name alone means that it is set. */
function settingsIn(listed: string): GitSetting[] {
  const fields = listed.split('\0')
  const settings: GitSetting[] = []
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [name, ...value] = fields[at + 1]!.split('\n')
    settings.push({ scope: fields[at]!, name: name!, value: value.length === 0 ? 'true' : value.join('\n') })
  }
  return settings
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  }
  catch {
    return lookAt(folder) === 'none' ? [] : [hook] // fails closed
  }
}

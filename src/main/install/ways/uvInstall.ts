import type { PackageDistribution } from '../../../shared/settings/installing'
import type { InstalledProgram, InstallStep } from '../installStep'
import { existsSync, readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import { readPlainFile } from '../../system/readPlainFile'
import { InstallError, remedyFor } from '../installError'
import { createToolEnvironment, runTool } from './toolRun'

/**
 * Installs a Python package with uv into a relocatable virtual environment, because the folder is renamed afterwards.
 */
export async function installWithUv(
  { package: wanted }: PackageDistribution,
  step: InstallStep,
): Promise<InstalledProgram> {
  const { folder, signal, showProgress, findCommand } = step
  const { name, requirement } = toPipRequirement(wanted)
  const uv = findCommand('uv')
  if (uv === undefined) {
    throw new InstallError(
      'This agent needs "uv", which was not found on PATH. Install it from https://docs.astral.sh/uv, restart Parley, then try again.',
    )
  }
  const venv = join(folder, 'venv')
  const cache = join(folder, '.cache')
  const environment = {
    ...createToolEnvironment(step.environment),
    UV_CACHE_DIR: cache,
    UV_NO_PROGRESS: '1',
    VIRTUAL_ENV: undefined,
  }
  for (const args of [
    ['venv', '--no-project', '--relocatable', venv],
    ['pip', 'install', '--python', venv, requirement],
  ]) {
    showProgress(`uv ${args[0]}${args[0] === 'pip' ? ` install ${requirement}` : ''}`)
    const { exitCode, output } = await runTool({
      command: uv,
      args,
      folder,
      environment,
      signal,
      onLine: line => showProgress(line),
    })
    if (exitCode !== 0)
      throw explainUvFailure(output)
  }
  await rm(cache, { recursive: true, force: true, maxRetries: 3 })
  return { file: relative(folder, await findScript(venv, name)), runner: 'program' }
}

/**
 * Converts `name==1.2`, `name@1.2` or `name[extra]` to a pip requirement. Throws for URLs, which could be code from
 * anywhere.
 */
export function toPipRequirement(wanted: string): { name: string, requirement: string } {
  const [, name, extras = '', version]
    = /^([a-z0-9][\w.-]*)(\[[\w,.-]+\])?(?:(?:==|@)([a-z0-9][\w.+!-]*))?$/i.exec(wanted) ?? []
  if (name === undefined)
    throw new InstallError(`"${wanted}" is not the name of a Python package. Nothing was installed.`)
  return { name, requirement: `${name}${extras}${version === undefined || version === 'latest' ? '' : `==${version}`}` }
}

/** Finds the command named like the package, or its only command. */
async function findScript(venv: string, name: string): Promise<string> {
  const isWindows = process.platform === 'win32'
  const libraries = isWindows
    ? [join(venv, 'Lib')]
    : readdirSync(join(venv, 'lib')).map(folder => join(venv, 'lib', folder))
  const distributions = libraries.flatMap(folder =>
    existsSync(join(folder, 'site-packages'))
      ? readdirSync(join(folder, 'site-packages')).map(entry => join(folder, 'site-packages', entry))
      : [],
  )
  const own = distributions.find(path =>
    path.endsWith('.dist-info') && normalize(basename(path).split('-')[0]!) === normalize(name),
  )
  const entryPoints = own === undefined ? undefined : join(own, 'entry_points.txt')
  const scripts = entryPoints !== undefined && existsSync(entryPoints)
    ? listConsoleScripts(readPlainFile(entryPoints))
    : []
  const script = scripts.find(script => script === name) ?? (scripts.length === 1 ? scripts[0] : undefined)
  const file = script === undefined
    ? undefined
    : join(venv, isWindows ? 'Scripts' : 'bin', `${script}${isWindows ? '.exe' : ''}`)
  if (file === undefined || !existsSync(file))
    throw new InstallError(`The package ${name} has no command, or several and none with its name. Tell its makers.`)
  return file
}

/** Normalizes a package name: Python treats `-`, `_` and `.` as equal. */
function normalize(name: string): string {
  return name.replaceAll(/[-_.]+/g, '_').toLowerCase()
}

function listConsoleScripts(entryPoints: string): string[] {
  const section = /^\[console_scripts\]\s*$([^[]*)/m.exec(entryPoints)?.[1] ?? ''
  return section.split('\n').flatMap(line => /^\s*([\w.-]+)\s*=/.exec(line)?.[1] ?? [])
}

function explainUvFailure(output: string): InstallError {
  const address = /https?:\/\/[^\s/"'`]+/.exec(output)?.[0]
  const where = address === undefined ? 'The Python package index' : new URL(address).host
  const status = /\b(401|403|404)\b/.exec(output)?.[1]
  const code = /No space left on device/i.test(output)
    ? 'ENOSPC'
    : /dns error|error sending request|connection refused|timed out/i.test(output) ? 'ENETUNREACH' : status
  return new InstallError(
    (code === undefined ? undefined : remedyFor(code, where))
    ?? `uv could not install it: ${output.split('\n').slice(-4).join(' ').slice(0, 600)}. Try again.`,
  )
}

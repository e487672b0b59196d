import type { PackageDistribution } from '../../../shared/settings/installing'
import type { InstalledProgram, InstallStep } from '../installStep'
import { closeSync, existsSync, readSync } from 'node:fs'
import { realpath, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { isWithin } from '../../../shared/paths'
import { isJsonObject } from '../../../shared/text/jsonObject'
import { openPlainFile, readPlainFile } from '../../system/readPlainFile'
import { InstallError, remedyFor } from '../installError'
import { fitsNodeRange, isRecentEnough, minNodeMajor, type NodeRuntime } from './nodeRuntime'
import { createToolEnvironment, runTool } from './toolRun'

/** Installs a package with npm, writing only to the folder. */
export async function installWithNpm(
  { package: wanted }: PackageDistribution,
  step: InstallStep,
): Promise<InstalledProgram> {
  const { folder, signal, showProgress, findCommand } = step
  const name = parsePackageName(wanted)
  const node = requireNode(step.node)
  const npm = await findNpm(node, findCommand)
  // Otherwise npm would search parent folders for a project.
  await writeFile(join(folder, 'package.json'), '{ "private": true }\n')
  const cache = join(folder, '.cache')
  showProgress(`npm install ${wanted}`)
  const { exitCode, output } = await runTool({
    command: npm.command,
    args: [
      ...npm.args,
      'install',
      '--prefix',
      folder,
      '--cache',
      cache,
      '--global=false',
      '--omit=dev',
      '--no-audit',
      '--no-fund',
      '--no-update-notifier',
      '--save-exact',
      '--color=false',
      '--progress=false',
      '--loglevel=http',
      '--fetch-retries=1',
      '--fetch-retry-mintimeout=1000',
      '--',
      wanted,
    ],
    folder,
    environment: {
      ...createToolEnvironment(
        step.environment,
        /^node(?:\.exe)?$/.test(basename(node.command)) ? dirname(node.command) : undefined,
      ),
      ...npm.env,
    },
    signal,
    onLine: line => showProgress(line.replace(/^npm (?:http )?/, '')),
  })
  if (exitCode !== 0)
    throw explainNpmFailure(output)
  await rm(cache, { recursive: true, force: true, maxRetries: 3 })
  const program = await findPackageProgram(folder, name)
  if (program.nodeRange !== undefined && program.runner === 'node' && !fitsNodeRange(node.version, program.nodeRange)) {
    throw new InstallError(
      `${name} needs Node ${program.nodeRange}; ${describeFound(node)}. ${installNode}`,
    )
  }
  return program
}

/** Strips the version from a package. Throws for URLs and paths, which could be code from anywhere. */
export function parsePackageName(wanted: string): string {
  const name = /^((?:@[a-z0-9~-][\w.~-]*\/)?[a-z0-9~-][\w.~-]*)(?:@[a-z0-9][\w.+-]*)?$/i.exec(wanted)?.[1]
  if (name === undefined || name.startsWith('-'))
    throw new InstallError(`"${wanted}" is not the name of an npm package. Nothing was installed.`)
  return name
}

function requireNode(node: NodeRuntime | undefined): NodeRuntime {
  if (node && isRecentEnough(node))
    return node
  const found = node ? describeFound(node) : 'none was found on PATH'
  throw new InstallError(`This agent needs Node ${minNodeMajor} or later; ${found}. ${installNode}`)
}

const installNode = 'Install that Node from https://nodejs.org, restart Parley, then try again.'

function describeFound({ version, command }: NodeRuntime): string {
  return `the Node found here is ${version} (${command})`
}

interface Npm {
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

/** Finds npm's script to run on the selected Node: next to that Node, or on PATH. */
async function findNpm(node: NodeRuntime, findCommand: (command: string) => string | undefined): Promise<Npm> {
  const onPath = findCommand('npm')
  const real = onPath === undefined ? undefined : await realpath(onPath)
  const folders = [await realpath(node.command), ...onPath === undefined ? [] : [onPath]].map(dirname)
  const scripts = [
    ...folders.flatMap(folder =>
      [join(folder, 'node_modules/npm/bin/npm-cli.js'), join(folder, '../lib/node_modules/npm/bin/npm-cli.js')],
    ),
    ...real?.endsWith('.js') ? [real] : [],
  ]
  const script = scripts.find(path => existsSync(path))
  if (script !== undefined)
    return { command: node.command, args: [script], env: node.env }
  // A version manager's shim is an executable. On Windows it would need `cmd.exe`.
  if (real !== undefined && process.platform !== 'win32')
    return { command: real, args: [], env: {} }
  throw new InstallError(
    `"npm" was not found. It comes with Node. ${installNode}`,
  )
}

/** Explains a failure of npm by its output. */
export function explainNpmFailure(output: string): InstallError {
  const errors = output
    .split('\n')
    .flatMap(line => /^npm (?:error|ERR!)\s+(\S.*)$/.exec(line)?.[1] ?? [])
    .filter(line => !/complete log|debug-\d+\.log/.test(line))
  const code = errors.flatMap(line => /^code (\S+)/.exec(line)?.[1] ?? [])[0] ?? ''
  const address = /https?:\/\/[^\s/"']+/.exec(errors.join(' '))?.[0]
  const remedy = remedyFor(code, address === undefined ? 'The npm registry' : new URL(address).host)
  if (remedy !== undefined)
    return new InstallError(remedy)
  const words = errors.filter(line => !line.startsWith('code ')).slice(0, 6).join(' ').slice(0, 600)
  return new InstallError(`npm could not install it: ${words || output.split('\n').at(-1) || 'it said nothing'}. Try again.`)
}

/** Finds the program of a package in the folder's `node_modules`, like npx. */
export async function findPackageProgram(folder: string, name: string): Promise<InstalledProgram> {
  const packageFolder = join(folder, 'node_modules', ...name.split('/'))
  const manifest: unknown = JSON.parse(readPlainFile(join(packageFolder, 'package.json')))
  const bin = isJsonObject(manifest) ? selectProgram(manifest.bin, name) : undefined
  if (bin === undefined)
    throw new InstallError(`The package ${name} has no program, or several and none with its name. Tell its makers.`)
  const root = await realpath(folder)
  const file = join(packageFolder, bin)
  const real = await realpath(file).catch(() => undefined) // missing: reported below
  if (real === undefined || !isWithin(real, root, process.platform))
    throw new InstallError(`The package ${name} lists the program "${bin}" but does not contain it. Tell its makers.`)
  const engines = isJsonObject(manifest) && isJsonObject(manifest.engines) ? manifest.engines.node : undefined
  return {
    file: relative(folder, file),
    runner: detectRunner(real),
    nodeRange: typeof engines === 'string' ? engines : undefined,
  }
}

/** Selects the only program, or the one named like the package. */
function selectProgram(bin: unknown, name: string): string | undefined {
  if (typeof bin === 'string')
    return bin
  const programs = new Map(
    Object.entries(isJsonObject(bin) ? bin : {})
      .filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
  const distinct = new Set(programs.values())
  return distinct.size === 1 ? [...distinct][0] : programs.get(name.replace(/^@[^/]+\//, '')) ?? programs.get(name)
}

/** Detects whether a file is a Node script, which runs on the Node that Parley selects, or an executable. */
function detectRunner(file: string): InstalledProgram['runner'] {
  const descriptor = openPlainFile(file)
  try {
    const buffer = Buffer.alloc(256)
    const firstLine = buffer.toString('latin1', 0, readSync(descriptor, buffer)).split('\n')[0]!
    if (firstLine.startsWith('#!'))
      return /\bnode\b/.test(firstLine) ? 'node' : 'program'
    return /\.[cm]?js$/.test(file) ? 'node' : 'program'
  }
  finally {
    closeSync(descriptor)
  }
}

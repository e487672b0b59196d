// Builds `out/` when a source is newer than it.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { isAlive } from './isAlive.mjs'

const sources = ['src', 'resources', 'electron.vite.config.ts', 'package.json', 'package-lock.json', 'tsconfig.base.json']
const programs = ['index', 'web', 'demoAgent', 'ledger', 'merge'].map(name => `main/${name}.js`)
const products = [...programs, 'preload/index.cjs', 'renderer/index.html']
const lockPauseMs = 100

/**
 * Whether `out/` is now up to date; when not, the build has said why on stderr. Nothing is ever said on stdout.
 * @param {{ root: string, node: string }} options
 */
export async function buildWhenStale({ root, node }) {
  if (!isStale(root))
    return true
  // Two builds at once would empty the folder under each other.
  const unlock = await lock(join(root, 'node_modules', '.parley-build'))
  try {
    return !isStale(root) || build({ root, node })
  }
  finally {
    unlock()
  }
}

function build({ root, node }) {
  const startedAt = new Date()
  const electronVite = join(dirname(createRequire(import.meta.url).resolve('electron-vite/package.json')), 'bin', 'electron-vite.js')
  const { status } = spawnSync(node, [electronVite, 'build', '--logLevel', 'warn'], { cwd: root, stdio: ['ignore', 2, 2] })
  if (status !== 0)
    return false
  // A source saved during the build may have been missed, so the stamp has the time of its start.
  writeFileSync(stampIn(root), '')
  utimesSync(stampIn(root), startedAt, startedAt)
  return true
}

function isStale(root) {
  if (![stampIn(root), ...products.map(product => join(root, 'out', product))].every(path => existsSync(path)))
    return true
  const builtAt = statSync(stampIn(root)).mtimeMs
  return sources.some(source => newestIn(join(root, source)) > builtAt)
}

function stampIn(root) {
  return join(root, 'out', '.built')
}

/** The time of the newest file or folder in it; a folder's own time reveals deleted files. */
function newestIn(path) {
  if (!existsSync(path))
    return 0
  const names = statSync(path).isDirectory() ? readdirSync(path, { recursive: true }) : []
  // A file may disappear meanwhile: then its folder's time tells.
  return ['', ...names].reduce((newest, name) => Math.max(newest, statSync(join(path, name), { throwIfNoEntry: false })?.mtimeMs ?? 0), 0)
}

/** Waits until no other start is building. A lock whose owner is gone does not count. */
async function lock(file) {
  for (;;) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' })
      return () => rmSync(file, { force: true })
    }
    catch (error) {
      if (error.code !== 'EEXIST')
        throw error
    }
    await pause(lockPauseMs)
    if (!isAlive(ownerOf(file)))
      rmSync(file, { force: true })
  }
}

function ownerOf(file) {
  try {
    return Number(readFileSync(file, 'utf8')) || process.pid
  }
  catch {
    return process.pid // it was taken away just now, which the next try will notice
  }
}

// Builds `out/` if it is older than a source.
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
 * Builds `out/` if necessary. Returns whether it is up to date. Prints build errors to stderr, and nothing to stdout.
 * @param {{ root: string, node: string }} options
 */
export async function buildWhenStale({ root, node }) {
  if (!isStale(root))
    return true
  // Concurrent builds would delete each other's output.
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
  // The build may have missed a source saved meanwhile, so the stamp has the start time.
  writeFileSync(getStampPath(root), '')
  utimesSync(getStampPath(root), startedAt, startedAt)
  return true
}

function isStale(root) {
  if (![getStampPath(root), ...products.map(product => join(root, 'out', product))].every(path => existsSync(path)))
    return true
  const builtAt = statSync(getStampPath(root)).mtimeMs
  return sources.some(source => findNewest(join(root, source)) > builtAt)
}

function getStampPath(root) {
  return join(root, 'out', '.built')
}

/** The time of the newest file or folder in a folder. A folder's own time reveals deleted files. */
function findNewest(path) {
  if (!existsSync(path))
    return 0
  const names = statSync(path).isDirectory() ? readdirSync(path, { recursive: true }) : []
  // If a file disappears meanwhile, its folder's time reveals that.
  return ['', ...names].reduce((newest, name) => Math.max(newest, statSync(join(path, name), { throwIfNoEntry: false })?.mtimeMs ?? 0), 0)
}

/** Waits until no other start is building. Ignores the lock of a process that has exited. */
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
    if (!isAlive(readOwner(file)))
      rmSync(file, { force: true })
  }
}

function readOwner(file) {
  try {
    return Number(readFileSync(file, 'utf8')) || process.pid
  }
  catch {
    return process.pid // it was just removed; the next attempt notices that
  }
}

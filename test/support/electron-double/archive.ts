// The packed app's archive, as Electron shows it: `app.asar` looks like a folder until a thread sets `process.noAsar`.
// From then on it is the file that it is, and whatever looks below it fails; `app.asar.unpacked` is a folder
// throughout. Here the folder is the real one. Preloaded with `--import`, which worker threads repeat.
import childProcess from 'node:child_process'
import fs from 'node:fs'
import { registerHooks, syncBuiltinESMExports } from 'node:module'
import { fileURLToPath } from 'node:url'
import './readNatively.ts' // keeps the original functions

const archive = /^(.*[\\/]app\.asar)(?=[\\/]|$)/

for (const api of [fs, fs.promises]) {
  for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(api))) {
    if (typeof value === 'function' && /^[a-z]/.test(name))
      Reflect.set(api, name, seeing(value as (...parameters: unknown[]) => unknown))
  }
}
syncBuiltinESMExports()

registerHooks({
  resolve: (specifier, context, next) => {
    try {
      const resolved = next(specifier, context)
      if (!isClosed() || !resolved.url.startsWith('file:') || !archive.test(fileURLToPath(resolved.url)))
        return resolved
    }
    catch (error) {
      if (!isClosed() || (error as NodeJS.ErrnoException).code !== 'ENOTDIR') // the loader's own file access
        throw error
    }
    throw Object.assign(new Error(`Cannot find module '${specifier}'`), {
      code: context.conditions.includes('require') ? 'MODULE_NOT_FOUND' : 'ERR_MODULE_NOT_FOUND',
    })
  },
})

// The system starts no program inside a file.
const { spawn } = childProcess.ChildProcess.prototype as unknown as { spawn: (options: { file: string, cwd?: string }) => unknown }
Object.assign(childProcess.ChildProcess.prototype, {
  spawn(this: unknown, options: { file: string, cwd?: string }) {
    const { file, cwd } = options
    return Reflect.apply(spawn, this, [{ ...options, file: asFile(file), ...cwd === undefined ? {} : { cwd: asFile(cwd) } }])
  },
})

function isClosed(): boolean {
  return process.noAsar === true || Boolean(process.env.ELECTRON_NO_ASAR)
}

/** Wraps a function whose first parameter is a path, as the system sees it. */
function seeing(original: (...parameters: unknown[]) => unknown): unknown {
  const wrapped = function (this: unknown, ...[path, ...rest]: unknown[]): unknown {
    return Reflect.apply(original, this, [isClosed() ? seen(path) : path, ...rest])
  }
  return Object.defineProperties(wrapped, Object.getOwnPropertyDescriptors(original))
}

function seen(path: unknown): unknown {
  if (path instanceof URL)
    return path.protocol === 'file:' ? seen(fileURLToPath(path)) : path
  return typeof path === 'string' ? asFile(path) : path
}

/** A path into a file, for which the system returns ENOTDIR. */
function asFile(path: string): string {
  return path.replace(archive, () => process.execPath)
}

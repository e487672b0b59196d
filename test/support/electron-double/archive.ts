// The packed app's archive as in Electron: `app.asar` looks like a folder until a thread sets `process.noAsar`. Then it
// is a file, and paths below it fail; `app.asar.unpacked` is always a folder. Here, `app.asar` is really a folder.
// Preloaded with `--import`, which worker threads repeat.
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

// The system cannot start a program inside a file.
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

/** Wraps a function to get the path in its first parameter as the system sees it. */
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

/** Returns a path below a file, for which the system returns ENOTDIR. */
function asFile(path: string): string {
  return path.replace(archive, () => process.execPath)
}

import type { SandboxRules } from '../../shared/settings/sandbox'
import { realpathSync } from 'node:fs'
import { isBelow } from './isBelow'

/** The setting that holds for `folder`: its own, or the nearest one above it. Links in the settings' paths are followed. */
export function sandboxFor(
  folder: string,
  sandboxes: Readonly<Record<string, SandboxRules>>,
): { readonly folder: string, readonly rules: SandboxRules } | undefined {
  return Object.entries(sandboxes)
    .map(([name, rules]) => ({ folder: name, realPath: followed(name), rules }))
    .filter(({ realPath }) => isBelow(folder, realPath))
    .sort((left, right) => right.realPath.length - left.realPath.length)[0]
}

function followed(path: string): string {
  try {
    return realpathSync(path)
  }
  catch {
    return path // a folder that is not there holds for no thread, and for none by accident
  }
}

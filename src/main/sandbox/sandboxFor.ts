import type { SandboxRules } from '../../shared/settings/sandbox'
import { isWithin } from '../../shared/paths'
import { realPathOrItself } from '../system/realPathOrItself'

/** The setting that applies to `folder`: its own, or that of the nearest folder above. Links in the settings' paths are followed. */
export function sandboxFor(
  folder: string,
  sandboxes: Readonly<Record<string, SandboxRules>>,
): { readonly folder: string, readonly rules: SandboxRules } | undefined {
  return Object.entries(sandboxes)
    .map(([name, rules]) => ({ folder: name, realPath: realPathOrItself(name), rules }))
    .filter(({ realPath }) => isWithin(spelling(folder), spelling(realPath), process.platform))
    .sort((left, right) => right.realPath.length - left.realPath.length)[0]
}

/** Windows ignores case, and people write the folders in settings by hand. */
function spelling(path: string): string {
  return process.platform === 'win32' ? path.toLowerCase() : path
}

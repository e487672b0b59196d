import { isAbsolute } from 'node:path'
import { findNodeAtLocation, getNodeValue, type Node } from 'jsonc-parser'
import { type SandboxRules, sandboxSchema } from '../../../shared/settings/sandbox'
import { scratchName } from '../../../shared/settings/scratchName'
import { safeParse } from '../../../shared/text/safeParse'
import { type AddFault, propertiesOf, wordsForIssue } from './settingsNodes'

/** Each is looked up before a command runs. */
const mostFolders = 1_000

/** Reads `sandboxed_folders`. A folder with a faulty entry gets the strictest sandbox. */
export function readSandboxes(sandboxes: Node, addFault: AddFault): Readonly<Record<string, SandboxRules>> | 'unknown' {
  if (sandboxes.type !== 'object') {
    addFault(
      sandboxes,
      ['sandboxed_folders'],
      'This must be an object of folders: { "/home/you/project": { "network": false } }. Until then no command is run.',
    )
    return 'unknown'
  }
  const read: [string, SandboxRules][] = []
  const properties = propertiesOf(sandboxes, ['sandboxed_folders'], addFault)
  const tooMany = properties[mostFolders]
  if (tooMany) {
    addFault(tooMany.node, ['sandboxed_folders'], `There are more than ${mostFolders} folders. Until some are removed no command is run.`)
    return 'unknown'
  }
  for (const { node, name } of properties) {
    const path = ['sandboxed_folders', name]
    if (!isAbsolute(name) && name !== scratchName)
      addFault(node, path, 'This must be the whole path of a folder.')
    const checked = safeParse(sandboxSchema, getNodeValue(node))
    read.push([name, checked.success ? checked.data : { network: false, write: [] }])
    for (const issue of checked.success ? [] : checked.error.issues) {
      const keys = issue.path.map(part => typeof part === 'symbol' ? String(part) : part)
      addFault(findNodeAtLocation(node, keys) ?? node, [...path, ...keys], wordsForIssue(issue))
    }
  }
  return Object.fromEntries(read)
}

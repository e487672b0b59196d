import { ChangeSet } from '@codemirror/state'
import { HostError } from '../../../shared/errors'

/** A change that a window sent, for a text of that length. Throws `invalid_params` for anything else. */
export function parseChanges(json: unknown, length: number): ChangeSet {
  if (!Array.isArray(json) || !json.every(isSection))
    throw new HostError('invalid_params', 'These changes cannot be read.')
  const changes = ChangeSet.fromJSON(json)
  if (changes.length !== length)
    throw new HostError('invalid_params', `These changes are of a text of ${changes.length} characters, not ${length}.`)
  return changes
}

/** Some characters that stay; or so many that go, and the lines that come instead. */
function isSection(part: unknown): boolean {
  if (!Array.isArray(part))
    return isCount(part) && part > 0
  const [removed, ...lines] = part as unknown[]
  return isCount(removed)
    && (removed > 0 || lines.length > 0)
    && lines.every(line => typeof line === 'string' && !/[\r\n]/.test(line))
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0
}

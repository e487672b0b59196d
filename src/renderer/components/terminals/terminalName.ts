import type { OwnTerminalView } from '../../../shared/contract/ownTerminalView'
import { getFolderName } from '../../text/paths'
import { visibleName } from '../../text/visibleText'

/** Returns a terminal's name: the one that the person gave it, or else its program's or folder's name. */
export function getTerminalName({ name, program, cwd }: OwnTerminalView): string {
  return visibleName(name ?? program ?? getFolderName(cwd), 60)
}

import type { OwnTerminalView } from '../../../shared/contract/ownTerminalView'
import { getFolderName } from '../../text/paths'
import { visibleName } from '../../text/visibleText'

/** A terminal's name: the person's, or else its program's, or else its folder's. */
export function getTerminalName({ name, program, cwd }: OwnTerminalView): string {
  return visibleName(name ?? program ?? getFolderName(cwd), 60)
}

import type { OwnTerminalView } from '../../../shared/contract/ownTerminalView'
import { folderName } from '../../text/paths'
import { visibleName } from '../../text/visibleText'

/** A terminal's name: the person's, or else its program's, or else its folder's. */
export function terminalName({ name, program, cwd }: OwnTerminalView): string {
  return visibleName(name ?? program ?? folderName(cwd), 60)
}

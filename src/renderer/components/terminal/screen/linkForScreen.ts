import { isOpenable } from '../../../text/isOpenable'

/**
 * An operating system command, given without its frame, as it may reach a screen: a link to a web or mail address, or its end; empty for
 * all others.
 */
export function linkForScreen(content: string): string {
  const match = /^8;([^;]*);(.*)$/su.exec(content)
  if (!match)
    return ''
  const [, parameters = '', address = ''] = match
  // An address that may not be opened still ends the link before it.
  if (/[\u0000-\u001F\u007F-\u009F]/.test(address) || !isOpenable(address))
    return link('', '')
  const id = /(?:^|:)(id=[\w.-]{1,64})(?:$|:)/.exec(parameters)?.[1]
  return link(id ?? '', address)
}

function link(parameters: string, address: string): string {
  return `\u001B]8;${parameters};${address}\u001B\\`
}

/** `file://` addresses as the path they name, what Parley attached as its name; any other as it is. */
export function pathWords(uri: string): string {
  const attached = /^(?:attachment|transcript):\/\/\/(.+)$/.exec(uri)?.[1]
  if (attached === undefined && !uri.startsWith('file://'))
    return uri
  try {
    if (attached !== undefined)
      return decodeURIComponent(attached)
    return decodeURIComponent(new URL(uri).pathname)
  }
  catch {
    return uri // not an address after all: shown as it came
  }
}

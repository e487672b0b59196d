/** `file://` addresses as the path they name; any other as it is. */
export function pathWords(uri: string): string {
  if (!uri.startsWith('file://'))
    return uri
  try {
    return decodeURIComponent(new URL(uri).pathname)
  }
  catch {
    return uri // not an address after all: shown as it came
  }
}

let path: Promise<string | undefined> | undefined

/** The program that searches files, as it came with Parley; `undefined` on a system that it was not made for. */
export function ripgrepPath(): Promise<string | undefined> {
  return path ??= find()
}

async function find(): Promise<string | undefined> {
  try {
    const { rgPath } = await import('@vscode/ripgrep')
    return rgPath.replace(/\bapp\.asar\b(?!\.unpacked)/, 'app.asar.unpacked') // the packed app's archive holds no programs
  }
  catch {
    return undefined // its module throws where no binary for this system came along
  }
}

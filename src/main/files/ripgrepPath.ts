/**
 * The program that searches files, as it came with Parley; `undefined` on a system that it was not made for. It is looked for at once:
 * later, Electron may have closed the archive.
 */
export const ripgrepPath = await find()

async function find(): Promise<string | undefined> {
  try {
    const { rgPath } = await import('@vscode/ripgrep')
    return rgPath.replace(/\bapp\.asar\b(?!\.unpacked)/, 'app.asar.unpacked') // the packed app's archive holds no programs
  }
  catch {
    return undefined // its module throws where no binary for this system came along
  }
}

export function whyElectronDied(end: {
  electron: string
  code: number | null
  signal: string | null
  system?: string
}): string | undefined

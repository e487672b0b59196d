import { win32 } from 'node:path'

/**
 * Where Windows has a program of its own, such as `taskkill.exe`. By its bare name Windows would look first in the folder in which Parley
 * was started, which may be one that an agent writes.
 */
export function windowsProgram(name: string, environment: NodeJS.ProcessEnv = process.env): string {
  const root = Object.entries(environment).find(([key]) => key.toUpperCase() === 'SYSTEMROOT')?.[1] ?? 'C:\\Windows'
  return win32.join(root, 'System32', name)
}

/** PowerShell, below the system's folder of programs. */
export const powerShell = 'WindowsPowerShell\\v1.0\\powershell.exe'

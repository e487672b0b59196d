import { fileURLToPath } from 'node:url'
import { getConfig, validateConfiguration } from 'app-builder-lib/out/util/config/config.js'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))

it('electron-builder accepts the packaging configuration', async () => {
  const configuration = await getConfig(root, null, null)
  await expect(validate(configuration)).resolves.toBeUndefined()
})

it('electron-builder rejects an unknown key', async () => {
  const configuration = await getConfig(root, null, { noSuchKey: true } as object)
  await expect(validate(configuration)).rejects.toThrow('noSuchKey')
})

async function validate(configuration: Awaited<ReturnType<typeof getConfig>>): Promise<void> {
  const { DebugLogger } = await import('builder-util')
  await validateConfiguration(configuration, new DebugLogger(false))
}

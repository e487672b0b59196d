import { expect, it } from 'vitest'
import { other, serveRegistry } from './npmRegistry'
import { findDeadAddress, makeAgent, openTestInstaller, serve } from './testInstaller'

it('reports whether the registry lacks the package, denies access or is unreachable', async () => {
  const { environment } = await serveRegistry(other)
  const absent = await openTestInstaller({ environment })
  await absent.installer.install(makeAgent({ npx: { package: 'tiny@1.0.0' } }))
  expect(absent.said.at(-1)?.message).toMatch(/does not have this file \(404\); the version may have been withdrawn/)
  await absent.installer.install(makeAgent({ npx: { package: 'other@7.0.0' } }))
  expect(absent.said.at(-1)?.message).toContain('does not have this version')

  const refusing = await openTestInstaller({ environment: { npm_config_registry: await serve({ '/tiny': 403 }) } })
  await refusing.installer.install(makeAgent({ npx: { package: 'tiny@1.0.0' } }))
  expect(refusing.said.at(-1)?.message).toMatch(/refuses access \(403\).*sign in/)

  const offline = await openTestInstaller({ environment: { npm_config_registry: await findDeadAddress() } })
  await offline.installer.install(makeAgent({ npx: { package: 'tiny@1.0.0' } }))
  expect(offline.said.at(-1)?.message).toMatch(/cannot be reached \(ECONNREFUSED\).*proxy or VPN/)
  expect(await offline.files()).toEqual([])
})

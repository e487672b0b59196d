const publicAddress = 'https://cdn.agentclientprotocol.com/registry/v1/latest/registry.json'

/** Where the registry of agents is: the public one, or what `PARLEY_REGISTRY` says; an empty one means that nothing is asked. */
export function registryAddress(environment: Readonly<Record<string, string | undefined>>): string | undefined {
  const address = environment.PARLEY_REGISTRY ?? publicAddress
  return address.trim() === '' ? undefined : address
}

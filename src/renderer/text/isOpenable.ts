/** Whether an address may be opened: web and mail, but nothing that starts a program or contains a password. */
export function isOpenable(address: string): boolean {
  if (!/^(?:https?:\/\/|mailto:)/i.test(address) || address.length > 2048)
    return false
  try {
    const url = new URL(address)
    return ['http:', 'https:', 'mailto:'].includes(url.protocol) && url.username === '' && url.password === ''
  }
  catch {
    return false // not an address
  }
}

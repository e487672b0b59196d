import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { errorMessage, getSystemCode, HostError } from '../../shared/errors'
import { readPlainFile } from '../system/readPlainFile'
import { replaceFileText } from '../system/replaceFileText'

/** The system's keychain. Encrypts a text so that only this person on this machine can read it. */
export interface Sealing {
  seal(text: string): string
  unseal(sealed: string): string
}

const secretSchema = z.union([z.object({ sealed: z.string() }), z.object({ plain: z.string() })])
const secretsSchema = z.record(z.string(), secretSchema)
type SecretsFile = z.infer<typeof secretsSchema>

/**
 * Secrets by name, stored separately from `settings.json`: encrypted with the system's keychain if there is one,
 * otherwise as plain text in a private file. Values are passed only to agents.
 */
export class SecretStore {
  readonly path: string
  readonly #askSealing: () => Sealing | undefined
  #known: Sealing | undefined

  /** `sealing` is called with the first secret, because the system may then ask the person. */
  constructor({ dataFolder, sealing = () => undefined }: { dataFolder: string, sealing?: () => Sealing | undefined }) {
    this.path = join(dataFolder, 'secrets.json')
    this.#askSealing = sealing
  }

  /** How a new secret is stored. */
  get place(): 'keychain' | 'file' {
    return this.#sealing ? 'keychain' : 'file'
  }

  /** Returns `undefined` if there is no such secret or it can't be decrypted here. */
  read(name: string): string | undefined {
    const secrets = this.#load()
    return Object.hasOwn(secrets, name) ? this.#unseal(secrets[name]!) : undefined
  }

  has(name: string): boolean {
    return this.read(name) !== undefined
  }

  names(): string[] {
    return Object.keys(this.#load())
  }

  /** Returns all values, to redact them in logs. */
  values(): string[] {
    try {
      return Object.values(this.#load()).flatMap(secret => this.#unseal(secret) ?? [])
    }
    catch {
      return [] // unreadable secrets were not passed to agents either
    }
  }

  set(name: string, value: string): void {
    this.#save({ ...this.#load(), [name]: this.#seal(value) })
  }

  remove(names: readonly string[]): void {
    if (names.length > 0)
      this.#save(Object.fromEntries(Object.entries(this.#load()).filter(([name]) => !names.includes(name))))
  }

  get #sealing(): Sealing | undefined {
    return this.#known ??= this.#askSealing()
  }

  #seal(value: string): z.infer<typeof secretSchema> {
    const sealing = this.#sealing
    return sealing ? { sealed: sealing.seal(value) } : { plain: value }
  }

  #unseal(secret: z.infer<typeof secretSchema>): string | undefined {
    if ('plain' in secret)
      return secret.plain
    try {
      return this.#sealing?.unseal(secret.sealed)
    }
    catch {
      return undefined // encrypted with another keychain; the person has to enter it again
    }
  }

  #load(): SecretsFile {
    try {
      return secretsSchema.parse(JSON.parse(readPlainFile(this.path)))
    }
    catch (error) {
      if (getSystemCode(error) === 'ENOENT')
        return {}
      // Omits the parser's message, which quotes the text.
      throw new HostError(
        'storage',
        `The stored secrets cannot be read. Repair or remove "${this.path}", then enter them again.`,
      )
    }
  }

  #save(secrets: SecretsFile): void {
    try {
      replaceFileText(this.path, `${JSON.stringify(secrets, undefined, 2)}\n`)
      chmodSync(this.path, 0o600)
    }
    catch (error) {
      const message = `The secret could not be stored: ${errorMessage(error)}. Check the data folder, then try again.`
      throw new HostError('storage', message, { cause: error })
    }
  }
}

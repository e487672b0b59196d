import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { errorMessage, HostError, systemCode } from '../../shared/errors'
import { readPlainFile } from '../system/readPlainFile'
import { replaceFileText } from '../system/replaceFileText'

/**
 * The system's keychain, if the shell has one: encrypts a text so that only this person on this machine can read it.
 */
export interface Sealing {
  seal(text: string): string
  unseal(sealed: string): string
}

const kept = z.union([z.object({ sealed: z.string() }), z.object({ plain: z.string() })])
const secretsFile = z.record(z.string(), kept)
type SecretsFile = z.infer<typeof secretsFile>

/**
 * Secrets by name, apart from `settings.json`: encrypted with the system's keychain if there is one, otherwise plain,
 * in a file that only its owner can read. Values go to agents and nowhere else.
 */
export class SecretStore {
  readonly path: string
  readonly #askSealing: () => Sealing | undefined
  #known: Sealing | undefined

  /** `sealing` is asked with the first secret: a system may then ask the person. */
  constructor({ dataFolder, sealing = () => undefined }: { dataFolder: string, sealing?: () => Sealing | undefined }) {
    this.path = join(dataFolder, 'secrets.json')
    this.#askSealing = sealing
  }

  /** How a new secret is stored. */
  get place(): 'keychain' | 'file' {
    return this.#sealing ? 'keychain' : 'file'
  }

  /** `undefined` if there is none of that name, or it cannot be read here. */
  read(name: string): string | undefined {
    const secrets = this.#load()
    return Object.hasOwn(secrets, name) ? this.#open(secrets[name]!) : undefined
  }

  has(name: string): boolean {
    return this.read(name) !== undefined
  }

  names(): string[] {
    return Object.keys(this.#load())
  }

  /** Every value, so that it can be redacted in logs. */
  values(): string[] {
    try {
      return Object.values(this.#load()).flatMap(secret => this.#open(secret) ?? [])
    }
    catch {
      return [] // unreadable secrets were not given to anyone either
    }
  }

  set(name: string, value: string): void {
    this.#save({ ...this.#load(), [name]: this.#sealed(value) })
  }

  remove(names: readonly string[]): void {
    if (names.length > 0)
      this.#save(Object.fromEntries(Object.entries(this.#load()).filter(([name]) => !names.includes(name))))
  }

  get #sealing(): Sealing | undefined {
    return this.#known ??= this.#askSealing()
  }

  #sealed(value: string): z.infer<typeof kept> {
    const sealing = this.#sealing
    return sealing ? { sealed: sealing.seal(value) } : { plain: value }
  }

  #open(secret: z.infer<typeof kept>): string | undefined {
    if ('plain' in secret)
      return secret.plain
    try {
      return this.#sealing?.unseal(secret.sealed)
    }
    catch {
      return undefined // encrypted with another keychain: the person has to enter it again
    }
  }

  #load(): SecretsFile {
    try {
      return secretsFile.parse(JSON.parse(readPlainFile(this.path)))
    }
    catch (error) {
      if (systemCode(error) === 'ENOENT')
        return {}
      // Without the parser's message, which quotes the text.
      throw new HostError('storage', `The stored secrets cannot be read. Repair or remove "${this.path}", then enter them again.`)
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

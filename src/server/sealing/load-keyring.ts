import { randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { type Keyring, keyBytes, parseKeyring } from './keyring.ts'
import { SecretKeyError } from './secret-errors.ts'

export interface KeySettings {
  /** GALLEY_SECRET_KEY */
  readonly secretKey: string | null
  /** GALLEY_SECRET_KEY_FILE */
  readonly secretKeyFile: string | null
  /** The data folder, which must exist. */
  readonly folder: string
}

export interface LoadedKeyring {
  readonly keyring: Keyring
  /** Where the keys come from: the name of a variable or the path of a file. */
  readonly source: string
  /** True if the key was created just now. */
  readonly isNew: boolean
}

/** Returns the configured keys; without any, the key of the data folder, which is created if it is missing. */
export function loadKeyring({ secretKey, secretKeyFile, folder }: KeySettings): LoadedKeyring {
  if (secretKey !== null && secretKeyFile !== null)
    throw new SecretKeyError('Set GALLEY_SECRET_KEY or GALLEY_SECRET_KEY_FILE, not both.')
  if (secretKey !== null) {
    const source = 'GALLEY_SECRET_KEY'
    return { keyring: parseKeyring(secretKey, source), source, isNew: false }
  }
  if (secretKeyFile !== null) return readKeyFile(secretKeyFile, 'GALLEY_SECRET_KEY_FILE')
  const file = join(folder, 'secret-key')
  const isNew = makeKeyFile(folder, file)
  return { ...readKeyFile(file, 'The key file'), isNew: isNew }
}

/** As `loadKeyring`, but creates no key: null if the data folder has none yet. */
export function existingKeyring(settings: KeySettings): Keyring | null {
  const { secretKey, secretKeyFile, folder } = settings
  const isConfigured = secretKey !== null || secretKeyFile !== null
  return isConfigured || existsSync(join(folder, 'secret-key')) ? loadKeyring(settings).keyring : null
}

function readKeyFile(file: string, settingName: string): LoadedKeyring {
  const source = file
  try {
    return { keyring: parseKeyring(readFileSync(file, 'utf8').trim(), source), source, isNew: false }
  } catch (error) {
    if (error instanceof SecretKeyError) throw error
    const { code } = error as NodeJS.ErrnoException
    throw new SecretKeyError(
      `${settingName} ${file} cannot be read (${code}). Without it the secrets would be lost.`,
    )
  }
}

/**
 * Creates the file unless it exists; false if it does. The file is complete and durable before a secret is sealed with
 * its key.
 */
function makeKeyFile(folder: string, file: string): boolean {
  // On a full disk, a draft beside an existing file would fail.
  if (existsSync(file)) return false
  const draft = `${file}.${process.pid}.new`
  try {
    rmSync(draft, { force: true })
    writeFileSync(draft, `${randomBytes(keyBytes).toString('base64')}\n`, {
      mode: 0o600,
      flag: 'wx',
      flush: true,
    })
    linkSync(draft, file)
    flushFolder(folder)
    return true
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return false
    throw new SecretKeyError(`The key file ${file} cannot be made (${code}). Set GALLEY_SECRET_KEY instead.`)
  } finally {
    rmSync(draft, { force: true })
  }
}

function flushFolder(folder: string): void {
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

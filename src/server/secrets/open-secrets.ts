import type { Store } from '../db/index.ts'
import {
  checkCanary,
  createSecretBox,
  type KeySettings,
  loadKeyring,
  makeCanary,
  type SecretBox,
} from '../edge/index.ts'
import { findCanary, insertCanary } from './queries.ts'

/** The box for the keys that were set. Throws SecretKeyError when they are not those of this database. */
export async function openSecrets(store: Store, settings: KeySettings): Promise<SecretBox> {
  const { keyring } = loadKeyring(settings)
  const box = createSecretBox(keyring)
  checkCanary(box, await storedCanary(store, box))
  return box
}

/** The canary of this database. The first process puts one there; any other finds that one. */
async function storedCanary(store: Store, box: SecretBox): Promise<Uint8Array> {
  const canary = await findCanary(store.db)
  if (canary) return canary
  return store.transact(async (tx) => {
    await insertCanary(tx, makeCanary(box))
    return (await findCanary(tx))!
  })
}

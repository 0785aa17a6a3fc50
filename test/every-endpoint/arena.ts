import { readProviderEnvironment } from '../../src/server/model/index.ts'
import { createKey, revoke } from '../../src/server/workspaces/index.ts'
import { startFakeModels } from '../fake-models/index.ts'
import { startApp, type TestApp } from '../kit/app.ts'
import { type Wire, wireTo } from './wire.ts'
import { createWorld, type World } from './world.ts'

/** The state that the tests of this suite share. */
export interface Arena {
  readonly app: TestApp
  readonly wire: Wire
  /** The other workspace: no test may change or read it. */
  readonly foreign: World
  readonly revokedKey: string
  close(): Promise<void>
}

export async function openArena(): Promise<Arena> {
  const models = await startFakeModels()
  const app = await startApp({}, { providers: readProviderEnvironment(models.environment()) })
  const wire = wireTo(app.baseUrl)
  const foreign = await createWorld(app)
  const { store } = app.context
  const { id, key: revokedKey } = await createKey(store, foreign.workspace, 'revoked', Date.now())
  await revoke(store, id, Date.now())
  const close = async () => {
    wire.close()
    await app.close()
    await models.close()
  }
  return { app, wire, foreign, revokedKey, close }
}

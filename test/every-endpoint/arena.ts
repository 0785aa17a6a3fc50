import { setTimeout as sleep } from 'node:timers/promises'
import { readProviderEnvironment } from '../../src/server/model/index.ts'
import { createKey, revoke } from '../../src/server/workspaces/index.ts'
import { startFakeModels } from '../fake-models/index.ts'
import { startApp, type TestApp } from '../kit/app.ts'
import { type Wire, wireTo } from './wire.ts'
import { createWorld, type World } from './world.ts'

/** The server that the tests of a file share. */
export interface Arena {
  readonly app: TestApp
  readonly wire: Wire
  close(): Promise<void>
}

export async function openArena(): Promise<Arena> {
  const models = await startFakeModels()
  const app = await startApp({}, { providers: readProviderEnvironment(models.environment()) })
  const wire = wireTo(app.baseUrl)
  const close = async () => {
    wire.close()
    await app.close()
    await models.close()
  }
  return { app, wire, close }
}

/**
 * An arena with another workspace, which no test may change or read. It has one entity of each kind, so
 * creating it takes seconds.
 */
export interface ArenaOfTwo extends Arena {
  readonly foreign: World
  readonly revokedKey: string
}

export async function openArenaOfTwo(): Promise<ArenaOfTwo> {
  const arena = await openArena()
  const foreign = await createWorld(arena.app)
  await untilJobsEnd(arena, foreign)
  const { store } = arena.app.context
  const { id, key: revokedKey } = await createKey(store, foreign.workspace, 'revoked', Date.now())
  await revoke(store, id, Date.now())
  return { ...arena, foreign, revokedKey }
}

/** Waits for the jobs of a workspace, such as the deletion of a person, which write to its rows. */
async function untilJobsEnd({ app }: Arena, { workspace }: World): Promise<void> {
  const unfinished = app.context.store.db
    .selectFrom('jobs')
    .select('id')
    .where('workspace_id', '=', workspace)
    .where('finished_at', 'is', null)
  while ((await unfinished.execute()).length > 0) await sleep(20)
}

/** The sample data that a workspace can load and remove. The data is in `content/`. */
import { randomUUID } from 'node:crypto'
import { Refusal } from '../../engine/refusal.ts'
import type { Context } from '../context.ts'
import { refusingDuplicates, type SampleRow } from '../db/index.ts'
import { Answer, type Handlers } from '../http/handler.ts'
import { invokerOf } from '../http/invoke.ts'
import type { JobHandler } from '../jobs/index.ts'
import { promptRegistry } from '../prompts/index.ts'
import { workflowRegistry } from '../workflows/index.ts'
import { promptNames, workflow } from './content/index.ts'
import { loadSteps, SampleLoad } from './load.ts'
import { deleteSample, findSample, insertSample, updateSample } from './queries.ts'
import { removeEntities } from './remove.ts'
import { actorOf, entitiesOf, noEntities, presentSample } from './sample.ts'

const kind = 'sample'

/**
 * Handlers of the sample. `operations` are the handlers of the whole API, because removing the sample calls the
 * handlers that people call.
 */
export const sampleHandlers = (operations: () => Handlers) =>
  ({
    async readSample({ store }, { caller }) {
      const row = await findSample(store.db, caller.workspace)
      return { success: true as const, sample: row ? presentSample(row) : null }
    },

    async loadSample({ store, jobs, now }, { caller }) {
      const { workspace, actor } = caller
      const { sessionHash: _secret, ...stored } = { sessionHash: '', ...actor }
      const row: SampleRow = {
        workspace_id: workspace,
        load_id: randomUUID(),
        state: 'loading',
        steps_done: 0,
        steps: loadSteps,
        error: null,
        actor: JSON.stringify(stored),
        entities: JSON.stringify(noEntities),
        started_at: now(),
      }
      const answer = await refusingDuplicates(store, 'The sample is loaded already.', () =>
        store.transact(async (tx) => {
          if (await findSample(tx, workspace)) throw new Refusal('conflict', 'The sample is loaded already.')
          for (const name of promptNames)
            if (await promptRegistry.find(tx, workspace, name))
              throw new Refusal('conflict', `A prompt named ${name} exists. Rename it to load the sample.`)
          if (await workflowRegistry.findByName(tx, workspace, workflow.name))
            throw new Refusal(
              'conflict',
              `A workflow named ${workflow.name} exists. Rename it to load the sample.`,
            )
          await insertSample(tx, row)
          const payload = { load: row.load_id }
          await jobs.enqueue(tx, workspace, [{ kind, run: row.load_id, turn: 0, payload }])
          return new Answer(202, { success: true as const, sample: presentSample(row) })
        }),
      )
      jobs.wake()
      return answer
    },

    async removeSample(context, { caller }) {
      const { store } = context
      const { workspace } = caller
      const row = await findSample(store.db, workspace)
      if (row?.state === 'loading')
        throw new Refusal('conflict', 'The sample is being loaded. Remove it when it is complete.')
      const invoke = invokerOf(context, operations(), caller)
      const entities = row ? entitiesOf(row) : noEntities
      const removal = await removeEntities(context, invoke, workspace, entities)
      if (row) await store.transact((tx) => deleteSample(tx, workspace, row.load_id))
      return { success: true as const, ...removal }
    },
  }) satisfies Partial<Handlers>

/** Loads a sample. After an interrupted attempt, the next attempt finds the entities that were created. */
export const sampleJobs = (context: Context, operations: Handlers): JobHandler => ({
  kind,
  async run(lease) {
    const { workspace } = lease
    const row = await findSample(context.store.db, workspace)
    if (!row || row.load_id !== lease.run || row.state !== 'loading') return { kind: 'done' }
    const actor = { sessionHash: '', ...actorOf(row) }
    const invoke = invokerOf(context, operations, {
      workspace,
      actor,
      role: 'admin',
    })
    const load = new SampleLoad(invoke, row, {
      signal: lease.signal,
      save: (entities, steps_done) =>
        lease.commit((tx) =>
          updateSample(tx, workspace, row.load_id, { steps_done, entities: JSON.stringify(entities) }),
        ),
    })
    await load.run()
    await lease.finish((tx) =>
      updateSample(tx, workspace, row.load_id, { state: 'loaded', steps_done: row.steps }),
    )
    return { kind: 'done' }
  },
  async failed(tx, { workspace, run, error }) {
    await updateSample(tx, workspace, run, { state: 'failed', error })
  },
})

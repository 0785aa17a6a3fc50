import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { ApiError, call, invalidate, useMay, useSession } from '../api/index.ts'
import { Autosave, type Ports } from './autosave.ts'
import { contentOf, type Playground } from './content.ts'
import { createPlayground, playgroundQuery, readPlayground } from './queries.ts'
import { dropDraft, readDraft, readStoredBench, storeBench, storeDraft } from './stored-bench.ts'
import { type Bench, blankBench } from './variant.ts'

const debounceMilliseconds = 2_000
const retryMilliseconds = 5_000

/**
 * The content on screen, of this browser or of a saved playground. Changes of a saved playground are saved.
 */
export function useAutosave(id: number | undefined) {
  const client = useQueryClient()
  const workspace = useSession()?.workspace.id ?? 0
  const maySave = useMay('contributor')
  const [scratch, setScratch] = useState<Bench>(() =>
    id === undefined ? readStoredBench(workspace) : blankBench(),
  )
  const [autosave, setAutosave] = useState<Autosave | null>(null)
  const query = useQuery({ ...playgroundQuery(id ?? 0), enabled: id !== undefined })

  useEffect(() => {
    if (id === undefined) storeBench(workspace, scratch)
  }, [id, workspace, scratch])

  useEffect(() => {
    if (!query.data) return
    if (autosave) autosave.receive(query.data)
    else {
      const draft = readDraft(workspace, query.data.id)
      setAutosave(new Autosave(query.data, { draft }, portsOf(client, workspace, query.data.id, maySave)))
    }
  }, [autosave, query.data, client, workspace, maySave])
  useEffect(() => {
    if (query.error instanceof ApiError && query.error.status === 404) autosave?.markDeleted()
  }, [autosave, query.error])
  useEffect(() => {
    if (!autosave) return
    const retry = () => void autosave.flush()
    addEventListener('online', retry)
    return () => {
      removeEventListener('online', retry)
      void autosave.flush()
    }
  }, [autosave])

  const snapshot = useSyncExternalStore(autosave?.subscribe ?? noSubscription, autosave?.snapshot ?? none)
  const bench = snapshot?.bench ?? scratch
  const setBench = useCallback(
    (next: Bench) => (autosave ? autosave.change(next) : setScratch(next)),
    [autosave],
  )
  /** Saves the current content as a new playground. */
  const saveAs = async (name: string): Promise<Playground> => {
    const created = await createPlayground(name, bench)
    client.setQueryData(playgroundQuery(created.id).queryKey, created)
    void invalidate(['playgrounds', 'list'])
    if (id === undefined) storeBench(workspace, blankBench())
    else dropDraft(workspace, id)
    setAutosave(new Autosave(created, { bench }, portsOf(client, workspace, created.id, maySave)))
    return created
  }
  return { bench, setBench, saveAs, autosave, snapshot, query }
}

const noSubscription = () => () => {}
const none = () => null

function portsOf(client: QueryClient, workspace: number, id: number, maySave: boolean): Ports {
  return {
    maySave,
    debounceMilliseconds,
    retryMilliseconds,
    save: async (base_version, bench) => {
      const body = { base_version, content: contentOf(bench) }
      const { playground } = await call('updatePlayground', { params: { playground_id: id }, body })
      client.setQueryData(playgroundQuery(id).queryKey, playground)
      return playground
    },
    read: () => readPlayground(id),
    storeDraft: (draft) => storeDraft(workspace, id, draft),
    dropDraft: () => dropDraft(workspace, id),
  }
}

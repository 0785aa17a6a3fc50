import { useNavigate, useSearch } from '@tanstack/react-router'
import type { Version } from '../../../engine/template/diff/index.ts'
import { queryClient } from '../../api/index.ts'
import { toast } from '../../design/index.ts'
import {
  isMissing,
  problemOf,
  readValues,
  type useRuns,
  valueAt,
  valuesOf,
  type WrittenValues,
} from '../../running/forms.ts'
import { connectionQuery, type SavedVersion } from '../page/queries.ts'

/** A prompt has one run at a time. */
export const runKey = 'prompt'

interface Given {
  readonly shown: SavedVersion
  /** Null: what is shown is what was saved. */
  readonly draft: Version | null
  readonly names: readonly string[]
  readonly values: WrittenValues
  readonly runs: ReturnType<typeof useRuns>
}

/** Runs what is in the editor; whether the drawer is open is in the address. */
export function usePromptRun({ shown, draft, names, values, runs }: Given) {
  const { run: isOpen = false } = useSearch({ from: '/prompts/$promptId' })
  const navigate = useNavigate({ from: '/prompts/$promptId' })
  const setOpen = (run: true | undefined) =>
    void navigate({ search: (search) => ({ ...search, run, ...(run && { tab: undefined }) }), replace: true })
  const written = names.map((name) => valueAt(values, name))

  async function bodyOf() {
    if (!draft) return { prompt_id: shown.promptId, version: shown.number }
    const connection = await queryClient.fetchQuery(connectionQuery(shown.promptId, shown.number))
    return { draft: { prompt_template: draft.template, metadata: draft.metadata, ...connection } }
  }
  async function start() {
    const { metadata } = draft ?? shown
    if (!metadata?.model || written.some((one) => problemOf(one) !== null)) return
    try {
      const body = await bodyOf()
      await runs.start(runKey, {
        ...body,
        input_variables: readValues(valuesOf(names, values)),
        tags: ['editor'],
      })
    } catch (error) {
      toast((error as Error).message, { isProblem: true })
    }
    void queryClient.invalidateQueries({ queryKey: ['requests', 'of prompt', shown.promptId] })
  }
  /** The first press shows what there is to fill in; where nothing is missing it runs at once. */
  function press() {
    if (!isOpen) setOpen(true)
    if (isOpen || !written.some(isMissing)) void start()
  }
  return { isOpen, press, start, close: () => setOpen(undefined) }
}

import { useNavigate, useSearch } from '@tanstack/react-router'
import { queryClient } from '../../api/index.ts'
import {
  isMissing,
  problemOf,
  readValues,
  type useRuns,
  valueAt,
  valuesOf,
  type WrittenValues,
} from '../../template-runs/forms.ts'
import type { Draft } from '../connection-in.ts'
import type { SavedVersion } from '../page/queries.ts'

/** The key of the run. A prompt has one run at a time. */
export const runKey = 'prompt'

interface Input {
  /** Null if the prompt has no version yet. */
  readonly shown: SavedVersion | null
  readonly version: Draft
  /** False if there are no unsaved changes. */
  readonly isDraft: boolean
  readonly names: readonly string[]
  readonly values: WrittenValues
  readonly runs: ReturnType<typeof useRuns>
}

/** Runs the edited template. The address says whether the drawer is open. */
export function usePromptRun({ shown, version, isDraft, names, values, runs }: Input) {
  const { run: isOpen = false } = useSearch({ strict: false })
  const navigate = useNavigate()
  const setOpen = (run: true | undefined) =>
    void navigate({
      to: '.',
      search: (search) => ({ ...search, run, ...(run && { tab: undefined }) }),
      replace: true,
    })
  const typedValues = names.map((name) => valueAt(values, name))

  const bodyOf = () =>
    shown && !isDraft
      ? { prompt_id: shown.promptId, version: shown.number }
      : {
          draft: {
            prompt_template: version.template,
            metadata: version.metadata,
            ...(version.connection ?? shown?.connection),
          },
        }
  async function start() {
    if (!version.metadata?.model || typedValues.some((typedValue) => problemOf(typedValue) !== null)) return
    await runs.start(runKey, {
      ...bodyOf(),
      input_variables: readValues(valuesOf(names, values)),
      tags: ['editor'],
    })
    if (shown) void queryClient.invalidateQueries({ queryKey: ['requests', 'of prompt', shown.promptId] })
  }
  /** Opens the drawer and starts a run; if it was closed and a value is missing, only opens it. */
  function press() {
    if (!isOpen) setOpen(true)
    if (isOpen || !typedValues.some(isMissing)) void start()
  }
  return { isOpen, press, start, close: () => setOpen(undefined) }
}

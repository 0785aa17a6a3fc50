import { useQuery } from '@tanstack/react-query'
import { useId, useMemo, useRef, useState } from 'react'
import type { ColumnTypeName } from '../../../engine/columns/names.ts'
import { unusedTitle } from '../../../engine/sheet/unused-title.ts'
import { errorAt } from '../../api/index.ts'
import {
  type Config,
  configPathsOf,
  configProblem,
  cycleOf,
  type FieldSpec,
  forms,
  gapsOf,
  isLive,
  referencesOf,
  startConfig,
  suggestedTitle,
} from '../../columns/forms.ts'
import { ConfigForm, SheetOfColumn, TypeChoice } from '../../columns/index.ts'
import {
  Button,
  counted,
  Form,
  HeadedPanel,
  Keys,
  Problem,
  SwitchRow,
  TextField,
  toastProblem,
} from '../../design/index.ts'
import type { Column } from '../../sheets/index.ts'
import { distributionsQuery, type SheetParams } from '../../sheets/queries.ts'
import { useShortcuts } from '../../shell/index.ts'
import { Dependencies } from './dependencies.tsx'
import { Impact } from './impact.tsx'
import { LiveValues } from './live-values.tsx'
import { ScoreSwitch, useCounting } from './score-switch.tsx'
import { dropDraft, storedDraft, useStoredDraft } from './stored-draft.ts'
import { TestedRows } from './tested-rows.tsx'
import { unrunSources, waitingOn } from './unrun-sources.ts'
import { type Draft, testedRows, useSaveColumn } from './use-save-column.ts'

interface Props {
  readonly params: SheetParams
  /** The edited column; absent: a new one. */
  readonly column: Column | undefined
  readonly columns: readonly Column[]
  readonly rowCount: number
  /** True if the first rows of this column were just run from this panel. */
  readonly isTested: boolean
  /** Called with the saved column. After a test run the panel stays open. */
  readonly onSaved: (column: Column, isTest: boolean) => void
  readonly onClose: () => void
}

const openedConfig = (column: Column | undefined): Config => {
  if (!column) return {}
  return forms[column.type].opened?.(column.config) ?? column.config
}

const savedDraft = (column: Column | undefined): Draft => ({
  title: column?.title ?? '',
  type: column?.type ?? 'TEXT',
  config: openedConfig(column),
  isOutput: column?.is_output_column ?? false,
})

/** Creates or edits a column. Unsaved changes of an earlier opening return, until they are discarded. */
export function ColumnPanel(props: Props) {
  const { params, column } = props
  const [discardCount, setDiscards] = useState(0)
  const discard = () => {
    dropDraft(params, column)
    setDiscards((count) => count + 1)
  }
  return <Panel key={discardCount} {...props} onDiscard={discard} />
}

/** Errors are shown at their fields. */
function Panel(props: Props & { readonly onDiscard: () => void }) {
  const { params, column, columns, rowCount, isTested, onSaved, onClose, onDiscard } = props
  const form = useId()
  const [kept] = useState(() => storedDraft(params, column))
  const [opened] = useState(() => kept ?? savedDraft(column))
  const [title, setTitle] = useState(opened.title)
  const [type, setType] = useState<ColumnTypeName>(opened.type)
  const [config, setConfig] = useState<Config>(opened.config)
  const [isOutput, setOutput] = useState(opened.isOutput)
  const [keepsOthers, setKeepsOthers] = useState(true)
  const [wantsJson, setWantsJson] = useState(false)
  const [isValid, setValid] = useState(true)
  /** True after an attempt to save a config with gaps, until another type is chosen. */
  const [showsGaps, setShowsGaps] = useState(false)
  const unadded = useRef(new Set<string>())
  const sheet = useMemo(
    () => ({
      params,
      onTyped: (variable: string, text: string) =>
        text === '' ? unadded.current.delete(variable) : unadded.current.add(variable),
    }),
    [params],
  )
  const { fields } = forms[type]
  const sources = columns.filter(({ id }) => id !== column?.id)
  const references = referencesOf(type, config)
  const distributions = useQuery(distributionsQuery(params)).data
  const unrun = unrunSources(columns, references, distributions)
  const { displaced } = useCounting(params, columns, column)
  const save = useSaveColumn(params, {
    column,
    rowCount,
    isBlocked: unrun.length > 0,
    onSaved: (saved, isTest) => {
      dropDraft(params, column)
      onSaved(saved, isTest)
    },
  })
  const draft: Draft = { title, type, config, isOutput }
  useStoredDraft(params, column, draft, save.isSuccess ? save.variables.draft : savedDraft(column))
  const cycle = column ? cycleOf(columns, column, references) : null
  const gaps = gapsOf(type, config)
  const problemAt = (path: string) =>
    cycle?.path === path
      ? cycle.message
      : ((showsGaps ? gaps.get(path) : undefined) ?? configProblem(save.error, path))
  const titles = columns.map((other) => other.title)
  const suggestion = column ? '' : unusedTitle(suggestedTitle(type, config), titles)
  const isAtField =
    errorAt(save.error, 'title') !== undefined || fields.some((field) => isShownAt(field, problemAt))
  const submit = (isTest: boolean) => {
    if (save.isPending) return
    const problem = isValid ? (cycle?.message ?? unaddedText(unadded.current)) : 'Correct the JSON first.'
    if (problem) return toastProblem(`Not saved. ${problem}`)
    if (!wantsJson && gaps.size > 0) {
      save.reset()
      return setShowsGaps(true)
    }
    save.mutate({
      draft: { ...draft, title: title.trim() || suggestion },
      marked: isOutput && keepsOthers ? displaced : [],
      isTest,
    })
  }
  useShortcuts({ 'Mod s': () => submit(false), 'Mod Enter': () => type !== 'TEXT' && submit(true) })
  const choose = (next: ColumnTypeName) => {
    save.reset()
    setShowsGaps(false)
    setType(next)
    setConfig(startConfig(next, sources))
    setWantsJson(false)
  }
  const isDisabled = save.isPending || !isValid || cycle !== null
  return (
    <SheetOfColumn value={sheet}>
      <HeadedPanel
        label={column ? `Edit column ${column.title}` : 'New column'}
        title={column ? column.title : 'New column'}
        onClose={onClose}
      >
        {/* The buttons are at the top, because toasts would cover the bottom. */}
        <div className="flex shrink-0 flex-col gap-2 border-b bg-surface px-4 py-2">
          <div className="flex flex-wrap gap-2">
            <Button kind="primary" type="submit" form={form} disabled={isDisabled}>
              Save column
              <Keys keys="Mod S" className="ml-1 max-sm:hidden" />
            </Button>
            {type !== 'TEXT' && type !== 'TRACE' && type !== 'HUMAN' && (
              <Button disabled={isDisabled || rowCount === 0} onClick={() => submit(true)}>
                Save and test on {counted(Math.min(testedRows, rowCount), 'row')}
              </Button>
            )}
          </div>
          <Impact
            type={type}
            column={column}
            columns={columns}
            rowCount={rowCount}
            unrun={unrun}
            waiting={waitingOn(columns, references, distributions)}
            isChanged={JSON.stringify(config) !== JSON.stringify(openedConfig(column))}
          />
        </div>
        <Form id={form} className="min-h-0 flex-1 overflow-auto p-4" onSubmit={() => submit(false)}>
          {kept && !save.isSuccess && (
            <p className="flex flex-wrap items-center gap-2 rounded-md bg-note-soft px-3 py-2">
              Your unsaved changes were restored.
              <Button size="small" onClick={onDiscard}>
                Discard
              </Button>
            </p>
          )}
          {isTested && column && <TestedRows params={params} column={column} columns={columns} />}
          {save.error && (wantsJson || !isAtField) && <Problem error={save.error} className="m-0" />}
          <TextField
            label="Title"
            name="title"
            autoComplete="off"
            autoFocus={!column}
            value={title}
            placeholder={suggestion}
            hint={title === '' && suggestion !== '' && `If empty, the title is ${suggestion}.`}
            error={errorAt(save.error, 'title')}
            onChange={({ target }) => setTitle(target.value)}
          />
          <TypeChoice
            type={type}
            isFixed={column !== undefined}
            isNew={!column}
            hasExample
            onChoose={choose}
          />
          <ConfigForm
            type={type}
            config={config}
            columns={sources}
            problemAt={problemAt}
            isJson={wantsJson}
            onChange={setConfig}
            onValidity={setValid}
          />
          {isLive(type) && gaps.size === 0 && (
            <LiveValues params={params} type={type} config={config} columns={sources} />
          )}
          <Dependencies column={column} columns={columns} references={references} />
          {type !== 'TEXT' && (
            <>
              <ScoreSwitch
                params={params}
                column={column}
                columns={columns}
                isOutput={isOutput}
                onOutput={setOutput}
                keepsOthers={keepsOthers}
                onKeepsOthers={setKeepsOthers}
              />
              <SwitchRow label="Edit the config as JSON" checked={wantsJson} onChange={setWantsJson} />
            </>
          )}
        </Form>
      </HeadedPanel>
    </SheetOfColumn>
  )
}

/** A message about a typed fixed value that has not been added as a column yet. */
const unaddedText = ([variable]: ReadonlySet<string>): string | undefined =>
  variable === undefined
    ? undefined
    : `Add the fixed value of {${variable}} as a column first, or choose a column.`

/** Whether a field of the form shows the error, itself or at one of its inner fields. */
const isShownAt = (field: FieldSpec, problemAt: (path: string) => string | undefined): boolean =>
  [field.path, ...configPathsOf(field)].some((path) => problemAt(path) !== undefined)

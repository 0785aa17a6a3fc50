import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryOf } from '../../api/index.ts'
import { type DatasetChoice, DatasetSelect, TableSelect } from '../../choosers/index.ts'
import {
  Button,
  counted,
  Dialog,
  Input,
  Problem,
  Segmented,
  Select,
  SelectField,
  SkeletonRows,
  SwitchRow,
} from '../../design/index.ts'
import type { Case } from '../variant.ts'
import { casesOf, guessMapping, type Mapping } from './cases-of.ts'
import { ChooseRows } from './choose-rows.tsx'
import { type Origin, type Row, randomPositions, readRows, readSource } from './rows.ts'

interface Props {
  readonly variables: readonly string[]
  /** How many more cases the playground can hold. */
  readonly room: number
  readonly onAdd: (cases: readonly Case[]) => void
  readonly onClose: () => void
}

type Selection = 'first' | 'random' | 'chosen'

const selections: readonly { readonly value: Selection; readonly label: string }[] = [
  { value: 'first', label: 'First' },
  { value: 'random', label: 'Random' },
  { value: 'chosen', label: 'Chosen' },
]

/** No column has this id. */
const none = ''

/** Rows of a dataset or a sheet become cases. */
export function AddCases({ variables, room, onAdd, onClose }: Props) {
  const [kind, setKind] = useState<Origin['kind']>('sheet')
  const [dataset, setDataset] = useState<DatasetChoice>()
  const [table, setTable] = useState('')
  const [sheet, setSheet] = useState('')
  const [chosenMapping, setMapping] = useState<Mapping>({})
  const [keepsOthers, setKeepsOthers] = useState(false)
  const [selection, setSelection] = useState<Selection>('first')
  const [countInput, setCountInput] = useState('10')
  const [chosen, setChosen] = useState<readonly Row[]>([])
  const sheets = useQuery({
    ...queryOf(['tables', 'sheets', table], 'listSheets', {
      params: { table_id: table },
      query: { limit: 100 },
    }),
    enabled: table !== '',
    placeholderData: undefined,
  })
  const choices = sheets.data?.data.map(({ id, title }) => ({ value: id, label: title })) ?? []
  const chosenSheet = sheet === '' ? choices[0]?.value : sheet
  const origin = originOf()
  const source = useQuery({
    queryKey: ['playground', 'source', origin],
    queryFn: ({ signal }) => readSource(origin!, signal),
    enabled: origin !== null,
    placeholderData: undefined,
  })
  const columns = source.data?.columns ?? []
  const mapping: Mapping = { ...guessMapping(variables, columns), ...chosenMapping }
  const count = Math.min(Number(countInput) || 0, source.data?.count ?? 0, room)
  const cases = selection === 'chosen' ? chosen.length : count
  const add = useMutation({
    mutationFn: async () => {
      const rows = selection === 'chosen' ? chosen : await readRows(origin!, columns, positions())
      return casesOf(rows, columns, mapping, keepsOthers)
    },
    onSuccess: onAdd,
  })
  const isMapped = keepsOthers || variables.some((name) => columns.some(({ id }) => id === mapping[name]))
  const error = sheets.error ?? source.error ?? add.error

  function originOf(): Origin | null {
    if (kind === 'dataset') return dataset ? { kind, dataset: Number(dataset.value) } : null
    return table === '' || !chosenSheet ? null : { kind, table, sheet: chosenSheet }
  }

  function positions(): number[] {
    if (selection === 'random') return randomPositions(count, source.data!.count)
    return Array.from({ length: count }, (_none, index) => index)
  }

  const restart = () => {
    setMapping({})
    setChosen([])
  }
  return (
    <Dialog
      wide
      onClose={onClose}
      title="Add cases"
      description="Each row becomes a case. Choose the column with the value of each variable."
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind="primary"
            disabled={!source.data || cases === 0 || cases > room || !isMapped}
            isBusy={add.isPending}
            onClick={() => add.mutate()}
          >
            Add {counted(cases, 'case')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {error && <Problem error={error} className="m-0" />}
        <div className="flex flex-wrap items-end gap-3">
          <Segmented
            label="Source"
            value={kind}
            choices={[
              { value: 'sheet', label: 'Table' },
              { value: 'dataset', label: 'Dataset' },
            ]}
            onChange={(next) => {
              setKind(next)
              restart()
            }}
          />
          {kind === 'dataset' ? (
            <DatasetSelect
              label="Dataset"
              className="w-80"
              value={dataset?.value ?? ''}
              chosen={dataset}
              onChange={(_value, choice) => {
                setDataset(choice)
                restart()
              }}
            />
          ) : (
            <>
              <TableSelect
                label="Table"
                className="w-72"
                value={table}
                onChange={(next) => {
                  setTable(next)
                  setSheet('')
                  restart()
                }}
              />
              {choices.length > 1 && (
                <Select
                  label="Sheet"
                  value={chosenSheet ?? ''}
                  choices={choices}
                  onChange={(next) => {
                    setSheet(next)
                    restart()
                  }}
                />
              )}
            </>
          )}
        </div>
        {origin && !source.data && !error && <SkeletonRows rows={4} />}
        {source.data && (
          <>
            <section aria-label="Columns" className="flex flex-col gap-2">
              <h3 className="text-small font-medium">Variables</h3>
              {variables.length === 0 && (
                <p className="text-small text-ink-soft">
                  No variant has a variable. Write <code>{'{name}'}</code> in a message, or keep the columns.
                </p>
              )}
              <div className="grid grid-cols-2 gap-3 max-sm:grid-cols-1">
                {variables.map((name) => (
                  <SelectField
                    key={name}
                    label={name}
                    value={mapping[name] ?? none}
                    choices={[
                      { value: none, label: 'No column' },
                      ...columns.map((column) => ({ value: column.id, label: column.title })),
                    ]}
                    onChange={(column) => setMapping({ ...chosenMapping, [name]: column })}
                  />
                ))}
              </div>
              <p className="text-small text-ink-faint">
                Keep the other columns if scorers should compare answers with them.
              </p>
              <SwitchRow label="Keep the other columns" checked={keepsOthers} onChange={setKeepsOthers} />
            </section>
            <section aria-label="Rows" className="flex flex-col gap-2">
              <h3 className="text-small font-medium">Rows</h3>
              <div className="flex flex-wrap items-center gap-3">
                <Segmented
                  label="Which rows"
                  value={selection}
                  choices={selections}
                  onChange={setSelection}
                />
                {selection !== 'chosen' && (
                  <Input
                    aria-label="Number of rows"
                    type="number"
                    min={1}
                    max={room}
                    className="w-24"
                    value={countInput}
                    onChange={(event) => setCountInput(event.target.value)}
                  />
                )}
                <span className="text-small text-ink-faint tabular-nums">
                  of {counted(source.data.count, 'row')}; the playground has room for {counted(room, 'case')}
                </span>
              </div>
              {selection === 'chosen' && origin && (
                <ChooseRows origin={origin} source={source.data} chosen={chosen} onChange={setChosen} />
              )}
            </section>
          </>
        )}
      </div>
    </Dialog>
  )
}

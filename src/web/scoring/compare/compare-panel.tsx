import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { HeadedPanel, SelectField } from '../../design/index.ts'
import { type Column, namedBaseline, nameOf, versionsQuery } from '../../sheets/index.ts'
import { type SheetParams, sheetsQuery } from '../../sheets/queries.ts'
import { kindOf } from '../../sheets/values.ts'
import { Comparison } from './comparison.tsx'

interface Props {
  readonly params: SheetParams
  readonly columns: readonly Column[]
  readonly onGo: (row: number) => void
  readonly onClose: () => void
}

/** Compares the sheet with another sheet of its table, or with a saved version, at first with the last one that has a name. */
export function ComparePanel({ params, columns, onGo, onClose }: Props) {
  const sheets = useQuery(sheetsQuery(params.table_id))
  const versions = useInfiniteQuery(versionsQuery(params))
  const [chosenOther, setOther] = useState<string>()
  const [chosenColumn, setColumn] = useState<string>()
  const [key, setKey] = useState('')
  const others = sheets.data?.data.filter(({ id }) => id !== params.sheet_id) ?? []
  const saved = versions.data?.pages.flatMap((page) => page.data) ?? []
  const baseline = namedBaseline(saved)
  const other = chosenOther ?? (baseline === undefined ? '' : `version ${baseline}`)
  const isVersion = other.startsWith('version ')
  const verdict = columns.find(({ type }) => ['check', 'judge'].includes(kindOf(type)))
  const column = chosenColumn ?? (isVersion ? (verdict?.title ?? '') : '')
  const id = other.slice(other.indexOf(' ') + 1)
  const computed = columns.filter(({ type }) => type !== 'TRACE')
  const before = other === '' || (isVersion && column === '') ? null : { id, isVersion, column, key }
  return (
    <HeadedPanel label="Compare" title="Compare" onClose={onClose}>
      <div className="flex min-h-0 flex-1 flex-col gap-3 overflow-auto p-4">
        <SelectField
          label="Compare this sheet with"
          value={other}
          choices={[
            { value: '', label: 'Choose a version or a sheet' },
            ...saved.map((version) => ({
              value: `version ${version.id}`,
              label: `v${version.version_number} ${nameOf(version)}`,
            })),
            ...others.map(({ id: sheetId, title }) => ({
              value: `sheet ${sheetId}`,
              label: `Sheet ${title}`,
            })),
          ]}
          onChange={setOther}
        />
        <SelectField
          label="Compare by"
          hint={isVersion && column === '' ? 'Versions are compared by the values of a column.' : undefined}
          value={column}
          choices={[
            { value: '', label: isVersion ? 'Choose a column' : 'Score cards of both' },
            ...titlesOf(computed),
          ]}
          onChange={setColumn}
        />
        {other !== '' && !isVersion && (
          <SelectField
            label="Match rows by"
            hint="Rows with the same text in both sheets."
            value={key}
            choices={[{ value: '', label: 'Row number' }, ...titlesOf(columns)]}
            onChange={setKey}
          />
        )}
        {before && <Comparison params={params} before={before} onGo={onGo} />}
      </div>
    </HeadedPanel>
  )
}

const titlesOf = (columns: readonly Column[]) => columns.map(({ title }) => ({ value: title, label: title }))

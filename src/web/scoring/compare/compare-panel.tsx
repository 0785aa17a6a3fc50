import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Field, HeadedPanel, NativeSelect } from '../../design/index.ts'
import { type Column, nameOf, versionsQuery } from '../../sheets/index.ts'
import { type SheetParams, sheetsQuery } from '../../sheets/queries.ts'
import { Comparison } from './comparison.tsx'

interface Props {
  readonly params: SheetParams
  readonly columns: readonly Column[]
  readonly onGo: (row: number) => void
  readonly onClose: () => void
}

/** Compares the sheet with another sheet of its table, or with a saved version. */
export function ComparePanel({ params, columns, onGo, onClose }: Props) {
  const sheets = useQuery(sheetsQuery(params.table_id))
  const versions = useInfiniteQuery(versionsQuery(params))
  const [other, setOther] = useState('')
  const [column, setColumn] = useState('')
  const [key, setKey] = useState('')
  const others = sheets.data?.data.filter(({ id }) => id !== params.sheet_id) ?? []
  const saved = versions.data?.pages.flatMap((page) => page.data) ?? []
  const isVersion = other.startsWith('version ')
  const id = other.slice(other.indexOf(' ') + 1)
  const computed = columns.filter(({ type }) => type !== 'TRACE')
  const before = other === '' || (isVersion && column === '') ? null : { id, isVersion, column, key }
  return (
    <HeadedPanel label="Compare" title="Compare" onClose={onClose}>
      <div className="flex min-h-0 flex-1 flex-col gap-3 overflow-auto p-4">
        <Field label="This sheet against">
          {(control) => (
            <NativeSelect {...control} value={other} onChange={({ target }) => setOther(target.value)}>
              <option value="">Choose a version or a sheet</option>
              {saved.length > 0 && (
                <optgroup label="Versions of this sheet">
                  {saved.map((version) => (
                    <option key={version.id} value={`version ${version.id}`}>
                      v{version.version_number} {nameOf(version)}
                    </option>
                  ))}
                </optgroup>
              )}
              {others.length > 0 && (
                <optgroup label="Other sheets">
                  {others.map((sheet) => (
                    <option key={sheet.id} value={`sheet ${sheet.id}`}>
                      {sheet.title}
                    </option>
                  ))}
                </optgroup>
              )}
            </NativeSelect>
          )}
        </Field>
        <Field
          label="By"
          hint={isVersion && column === '' ? 'Versions are compared by the values of a column.' : undefined}
        >
          {(control) => (
            <NativeSelect {...control} value={column} onChange={({ target }) => setColumn(target.value)}>
              <option value="">{isVersion ? 'Choose a column' : 'The score cards of both'}</option>
              {computed.map(({ id: columnId, title }) => (
                <option key={columnId} value={title}>
                  {title}
                </option>
              ))}
            </NativeSelect>
          )}
        </Field>
        {other !== '' && !isVersion && (
          <Field label="Match rows by" hint="Rows with the same text in both sheets.">
            {(control) => (
              <NativeSelect {...control} value={key} onChange={({ target }) => setKey(target.value)}>
                <option value="">Row number</option>
                {columns.map(({ id: columnId, title }) => (
                  <option key={columnId} value={title}>
                    {title}
                  </option>
                ))}
              </NativeSelect>
            )}
          </Field>
        )}
        {before && <Comparison params={params} before={before} onGo={onGo} />}
      </div>
    </HeadedPanel>
  )
}

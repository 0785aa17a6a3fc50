import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../api/index.ts'
import { Button } from '../../design/index.ts'
import { type SheetParams, sheetKey } from '../../sheets/queries.ts'
import { jsonPathsIn } from './json-paths.ts'

interface Props {
  readonly params: SheetParams
  /** The id of the column that is read. */
  readonly column: string
  readonly onChoose: (path: string) => void
}

const readRows = 5

/** JSONPaths of the values in the first rows, so that people can choose one without knowing JSONPath. */
export function SuggestedPaths({ params, column, onChoose }: Props) {
  const { data } = useQuery(
    queryOf([...sheetKey(params), 'first-rows'], 'listRows', {
      params,
      query: { start_row_index: 0, limit: readRows, include_row_count: false, include_columns: false },
    }),
  )
  const texts = (data?.data ?? []).map(({ cells }) => cells[column]?.display_value ?? '')
  const paths = texts.map(jsonPathsIn).find((paths) => paths.length > 0) ?? []
  if (paths.length === 0) return null
  return (
    <ul aria-label="Paths in the first rows" className="flex flex-wrap gap-1">
      {paths.map((path) => (
        <li key={path}>
          <Button size="small" className="font-mono" onClick={() => onChoose(path)}>
            {path}
          </Button>
        </li>
      ))}
    </ul>
  )
}

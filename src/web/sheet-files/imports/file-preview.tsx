import { keyboardScroll, NativeSelect } from '../../design/index.ts'
import type { Mapping, SourceFile } from './source-file.ts'

interface Props {
  readonly file: SourceFile
  /** The text columns of the sheet. */
  readonly columns: readonly string[]
  readonly mapping: Mapping
  readonly onChange: (mapping: Mapping) => void
}

const maxRows = 5
const cellStyle = 'max-w-md truncate border-r border-b px-2 py-1 [unicode-bidi:isolate]'

/** The first rows, each column under its target. */
export const FilePreview = ({ file, columns, mapping, onChange }: Props) => (
  <section aria-label="Preview" {...keyboardScroll} className="max-h-80 overflow-auto rounded-lg border">
    <table className="min-w-full text-left">
      <thead className="sticky top-0 bg-sunken">
        <tr>
          {file.titles.map((title, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a file can have the same title twice; columns keep their order.
            <th key={index} scope="col" className="min-w-44 border-r border-b px-2 py-1.5 font-medium">
              <span className="block max-w-md truncate">{title}</span>
              <NativeSelect
                aria-label={`Column for ${title}`}
                className="mt-1 text-small"
                value={mapping[index] ?? ''}
                onChange={({ target }) =>
                  onChange(mapping.with(index, target.value === '' ? null : target.value))
                }
              >
                {!columns.includes(title.trim()) && <option value={title.trim()}>New column</option>}
                {columns.map((column) => (
                  <option key={column} value={column}>
                    {column}
                  </option>
                ))}
                <option value="">Leave out</option>
              </NativeSelect>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {file.rows.slice(0, maxRows).map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file have no ids and keep their order.
          <tr key={index}>
            {file.titles.map((_title, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two titles may be equal; columns keep their order.
              <td key={column} className={cellStyle}>
                {row[column] == null ? (
                  <span className="text-ink-faint">empty</span>
                ) : (
                  row[column].slice(0, 300)
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)

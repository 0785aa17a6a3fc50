import type { ReactNode } from 'react'
import type { Separator } from '../../../engine/csv/separator.ts'
import { counted, NativeSelect } from '../../design/index.ts'
import type { ReadingChoice, SourceFile, WorkbookPart } from './source-file.ts'

interface Props {
  /** Null if the file cannot be read as it was chosen. */
  readonly file: SourceFile | null
  readonly isWorkbook: boolean
  readonly onChoice: (choice: ReadingChoice) => void
}

const separators: readonly (readonly [Separator, string])[] = [
  [',', 'Comma'],
  [';', 'Semicolon'],
  ['\t', 'Tab'],
]

/** How a CSV file or workbook was read. A person can choose another separator, sheet or row of titles. */
export const FileFormat = ({ file, isWorkbook, onChoice }: Props) => (
  <>
    {!isWorkbook && (
      <Choice
        label="Values are separated by"
        value={file?.separator ?? ''}
        options={file ? separators : [['', 'Choose'], ...separators]}
        onChange={(separator) => onChoice({ separator: separator as Separator })}
      />
    )}
    {file?.workbook && <WorkbookFormat {...file.workbook} onChoice={onChoice} />}
    {file?.workbook && file.rows.length === 0 && <Warning>The sheet has no rows below its titles.</Warning>}
    {file?.encoding === 'Windows-1252' && (
      <Warning>
        The file is not UTF-8 and was read as Windows-1252. Check its letters, or save it as UTF-8 and choose
        it again.
      </Warning>
    )}
  </>
)

function WorkbookFormat(props: WorkbookPart & Pick<Props, 'onChoice'>) {
  const { sheets, sheet, titleRow, firstRows, failedFormulas, openFormulas, onChoice } = props
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {sheets.length > 1 && (
          <Choice
            label="Sheet"
            value={String(sheet)}
            options={sheets.map((name, index) => [String(index), name])}
            onChange={(value) => onChoice({ sheet: Number(value) })}
          />
        )}
        {firstRows.length > 0 && (
          <Choice
            label="Titles"
            value={String(titleRow)}
            options={firstRows.map(({ number, cells }) => [
              String(number),
              `Row ${number}: ${cells.filter(Boolean).join(', ').slice(0, 60)}`,
            ])}
            onChange={(value) => onChoice({ sheet, titleRow: Number(value) })}
          />
        )}
      </div>
      {failedFormulas > 0 && (
        <Warning>
          {counted(failedFormulas, 'formula')} ended in an error such as #DIV/0!. Such cells are imported
          empty.
        </Warning>
      )}
      {openFormulas > 0 && (
        <Warning>
          {counted(openFormulas, 'formula')} {openFormulas === 1 ? 'has' : 'have'} no value in the file. Open
          and save it in Excel, and choose it again.
        </Warning>
      )}
    </>
  )
}

interface ChoiceProps {
  readonly label: string
  readonly value: string
  readonly options: readonly (readonly [value: string, name: string])[]
  readonly onChange: (value: string) => void
}

const Choice = ({ label, value, options, onChange }: ChoiceProps) => (
  <div className="flex min-w-0 items-center gap-2 text-small">
    <span aria-hidden className="shrink-0">
      {label}
    </span>
    <NativeSelect
      aria-label={label}
      className="max-w-72"
      value={value}
      onChange={({ target }) => onChange(target.value)}
      options={options}
    />
  </div>
)

const Warning = ({ children }: { readonly children: ReactNode }) => (
  <p role="status" className="text-small text-warning">
    {children}
  </p>
)

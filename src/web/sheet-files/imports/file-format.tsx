import type { Separator } from '../../../engine/csv/separator.ts'
import { NativeSelect } from '../../design/index.ts'
import type { SourceFile } from './source-file.ts'

interface Props {
  /** Null if the file cannot be read with the separator. */
  readonly file: SourceFile | null
  readonly onSeparator: (separator: Separator) => void
}

const separators: readonly (readonly [Separator, string])[] = [
  [',', 'Comma'],
  [';', 'Semicolon'],
  ['\t', 'Tab'],
]

/** The separator and encoding by which a CSV file was read. A person can choose another separator. */
export const FileFormat = ({ file, onSeparator }: Props) => (
  <>
    <div className="flex items-center gap-2 text-small">
      <span aria-hidden>Values are separated by</span>
      <NativeSelect
        aria-label="Values are separated by"
        className="max-w-32"
        value={file?.separator ?? ''}
        onChange={({ target }) => onSeparator(target.value as Separator)}
        options={separators}
      >
        {!file && <option value="">Choose</option>}
      </NativeSelect>
    </div>
    {file?.encoding === 'Windows-1252' && (
      <p role="status" className="text-small text-warning">
        The file is not UTF-8 and was read as Windows-1252. Check its letters, or save it as UTF-8 and choose
        it again.
      </p>
    )}
  </>
)

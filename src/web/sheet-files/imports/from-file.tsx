import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { base64Of, call } from '../../api/index.ts'
import { Button, counted, Problem } from '../../design/index.ts'
import type { Column } from '../../sheets/index.ts'
import type { SheetParams } from '../../sheets/queries.ts'
import { FileChoice } from './file-choice.tsx'
import { FileFormat } from './file-format.tsx'
import { FilePreview } from './file-preview.tsx'
import {
  clashOf,
  isJson,
  isWorkbook,
  type Mapping,
  mappedCsv,
  mappingFor,
  type ReadingChoice,
  readFile,
  type SourceFile,
} from './source-file.ts'
import type { Importing } from './use-import.ts'

interface Props {
  readonly params: SheetParams
  readonly columns: readonly Column[]
  readonly initialFile: File | undefined
  readonly importing: Importing
}

/** The server refuses larger files. */
const maxBytes = 100 * 1024 * 1024

/** Imports a CSV, JSON or Excel file. The person chooses a target for each column. */
export function FromFile({ params, columns, initialFile, importing }: Props) {
  const [chosen, setChosen] = useState<File | null>(null)
  const [file, setFile] = useState<SourceFile | null>(null)
  const [mapping, setMapping] = useState<Mapping>([])
  const [problem, setProblem] = useState<Error | null>(null)
  const newestRead = useRef(0)
  const texts = columns.filter(({ type }) => type === 'TEXT').map(({ title }) => title)
  const show = async (chosen: File, choice: ReadingChoice = {}) => {
    const read = ++newestRead.current
    let source: SourceFile | null = null
    let problem: Error | null = null
    try {
      if (chosen.size > maxBytes) throw new Error('The file is larger than 100 MB.')
      source = await readFile(chosen, choice)
    } catch (error) {
      problem = error as Error
    }
    // Another file, separator or sheet may be chosen meanwhile.
    if (read !== newestRead.current) return
    setFile(source)
    setMapping(source ? mappingFor(source, texts) : [])
    setProblem(problem)
  }
  const load = (next: File | undefined) => {
    if (!next) return
    setChosen(next)
    setFile(null)
    void show(next)
  }
  const loadInitial = useEffectEvent(() => load(initialFile))
  useEffect(() => loadInitial(), [])
  const clash = clashOf(mapping)
  const isReady =
    file !== null && file.rows.length > 0 && clash === null && mapping.some((target) => target !== null)
  const start = () =>
    importing.start(async () =>
      call('importFile', {
        params,
        body: {
          file_name: chosen!.name.replace(/\.(json|jsonl|ndjson|xlsx)$/i, '.csv'),
          file_content_base64: await base64Of(new Blob([mappedCsv(file!, mapping)])),
        },
      }),
    )
  return (
    <div className="flex flex-col gap-3 px-4 pt-4 pb-2">
      {problem && <Problem error={problem} className="m-0" />}
      <FileChoice file={file ?? chosen} rows={file?.rows.length} onFile={load} />
      {chosen && !isJson(chosen.name) && (
        <FileFormat
          file={file}
          isWorkbook={isWorkbook(chosen.name)}
          onChoice={(choice) => void show(chosen, choice)}
        />
      )}
      {file && file.titles.length > 0 && (
        <FilePreview file={file} columns={texts} mapping={mapping} onChange={setMapping} />
      )}
      {clash && <p className="text-bad">Two columns of the file have the target “{clash}”.</p>}
      <Button kind="primary" className="self-end" disabled={!isReady} onClick={start}>
        Import {file && isReady ? counted(file.rows.length, 'row') : 'rows'}
      </Button>
    </div>
  )
}

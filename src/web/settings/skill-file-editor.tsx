import { useState } from 'react'
import { Button, buttonStyle, Field, Input, TextArea, toastProblem } from '../design/index.ts'
import { Plus, Trash2 } from '../icons/index.ts'
import { newPathOf, type SkillFiles, uploadedFiles } from './skill-files.ts'

interface Props {
  readonly files: SkillFiles
  readonly readOnly: boolean
  readonly onChange: (files: SkillFiles) => void
}

/** The files of a collection: their paths, and the text of the chosen one. */
export function SkillFileEditor({ files, readOnly, onChange }: Props) {
  const paths = Object.keys(files).sort()
  const [chosen, setChosen] = useState(paths[0])
  const path = chosen !== undefined && Object.hasOwn(files, chosen) ? chosen : paths[0]
  const remove = (removed: string) =>
    onChange(Object.fromEntries(Object.entries(files).filter(([other]) => other !== removed)))
  return (
    <div className="grid gap-3 sm:grid-cols-[220px_1fr]">
      <div className="flex min-w-0 flex-col gap-3">
        <ul aria-label="Files" className="flex max-h-80 flex-col overflow-auto rounded-md border p-1">
          {paths.map((file) => (
            <li key={file}>
              <button
                type="button"
                title={file}
                aria-current={file === path ? 'true' : undefined}
                className="h-7 w-full truncate rounded-md px-2 text-left font-mono text-small hover:bg-sunken aria-[current]:bg-raised"
                onClick={() => setChosen(file)}
              >
                <bdi>{file}</bdi>
              </button>
            </li>
          ))}
          {paths.length === 0 && <li className="px-2 py-1 text-small text-ink-soft">No files yet.</li>}
        </ul>
        {!readOnly && (
          <NewFile
            files={files}
            onAdd={(added) => {
              onChange({ ...files, [added]: '' })
              setChosen(added)
            }}
          />
        )}
        {!readOnly && (
          <UploadFiles
            onUpload={(uploaded) => {
              onChange({ ...files, ...uploaded })
              setChosen(Object.keys(uploaded)[0])
            }}
          />
        )}
      </div>
      {path !== undefined && (
        <div className="flex min-w-0 flex-col gap-1">
          <div className="flex h-6 items-center justify-between gap-2">
            <bdi className="min-w-0 truncate font-mono text-small text-ink-soft">{path}</bdi>
            {!readOnly && (
              <Button
                kind="quiet"
                size="small-icon"
                aria-label={`Remove ${path}`}
                onClick={() => remove(path)}
              >
                <Trash2 />
              </Button>
            )}
          </div>
          <TextArea
            aria-label={`Text of ${path}`}
            rows={18}
            readOnly={readOnly}
            spellCheck={false}
            className="font-mono text-small"
            value={files[path]}
            onChange={({ target }) => onChange({ ...files, [path]: target.value })}
          />
        </div>
      )}
    </div>
  )
}

/** Adds a file by its path. Enter adds it too, instead of saving the collection. */
function NewFile({ files, onAdd }: { files: SkillFiles; onAdd: (path: string) => void }) {
  const [typed, setTyped] = useState('')
  const parsed = newPathOf(typed, files)
  const add = () => {
    if (!('path' in parsed)) return
    onAdd(parsed.path)
    setTyped('')
  }
  return (
    <Field label="Add a file" error={typed.trim() !== '' && 'problem' in parsed ? parsed.problem : undefined}>
      {(control) => (
        <div className="flex gap-2">
          <Input
            {...control}
            className="min-w-0 flex-1 font-mono text-small"
            placeholder="triage/SKILL.md"
            autoComplete="off"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
              event.preventDefault()
              add()
            }}
          />
          <Button aria-label="Add the file" size="icon" disabled={!('path' in parsed)} onClick={add}>
            <Plus />
          </Button>
        </div>
      )}
    </Field>
  )
}

/** Adds files of this computer. They replace files with the same paths. */
function UploadFiles({ onUpload }: { onUpload: (files: SkillFiles) => void }) {
  const upload = async (input: HTMLInputElement) => {
    try {
      const uploaded = await uploadedFiles(input.files ?? [])
      if (Object.keys(uploaded).length > 0) onUpload(uploaded)
    } catch (error) {
      toastProblem(error)
    }
    // Without this, the browser would not report the choice of the same files again.
    input.value = ''
  }
  return (
    <div className="flex gap-2">
      {['Upload files', 'Upload a folder'].map((label, index) => (
        <label
          key={label}
          className={buttonStyle({ size: 'small', className: 'has-focus-visible:outline-2' })}
        >
          {label}
          <input
            type="file"
            multiple
            className="sr-only"
            {...(index === 1 && { webkitdirectory: '' })}
            onChange={({ target }) => void upload(target)}
          />
        </label>
      ))}
    </div>
  )
}

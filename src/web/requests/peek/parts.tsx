import type { ReactNode } from 'react'
import { Button, FoldedText, Form, IconButton, Input } from '../../design/index.ts'
import { X } from '../../icons/index.ts'

export const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="flex flex-col gap-1.5">
    <h3 className="text-small font-semibold text-ink-soft">{title}</h3>
    {children}
  </section>
)

interface AddFormProps {
  readonly name: string
  readonly fields: readonly { name: string; label: string; type?: string; placeholder?: string }[]
  readonly onAdd: (values: Readonly<Record<string, string>>) => void
}

export const AddForm = ({ name, fields, onAdd }: AddFormProps) => (
  <Form
    id={`add-${name}`}
    label={`Add ${name}`}
    className="flex-row items-center gap-1.5"
    onSubmit={(values) => {
      onAdd(values)
      ;(document.getElementById(`add-${name}`) as HTMLFormElement | null)?.reset()
    }}
  >
    {fields.map(({ label, placeholder = label, ...field }) => (
      <Input key={field.name} {...field} aria-label={label} placeholder={placeholder} autoComplete="off" />
    ))}
    <Button size="small" type="submit" aria-label={`Add ${name}`}>
      Add
    </Button>
  </Form>
)

interface PairsProps {
  readonly pairs: readonly (readonly [string, string])[]
  readonly onRemove?: ((key: string) => void) | undefined
}

export const Pairs = ({ pairs, onRemove }: PairsProps) =>
  pairs.length === 0 ? (
    <p className="text-ink-faint">None.</p>
  ) : (
    <dl className="grid grid-cols-[minmax(6rem,10rem)_1fr_auto] gap-x-3 gap-y-1">
      {pairs.map(([key, value]) => (
        <div key={key} className="contents">
          <dt className="truncate text-ink-soft" title={key}>
            <bdi>{key}</bdi>
          </dt>
          <dd className="min-w-0">
            <FoldedText text={value} />
          </dd>
          <dd>
            {onRemove && (
              <IconButton label={`Remove metadata ${key}`} className="size-5" onClick={() => onRemove(key)}>
                <X />
              </IconButton>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )

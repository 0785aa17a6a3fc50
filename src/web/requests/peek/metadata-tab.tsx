import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { type Answer, useMay } from '../../api/index.ts'
import { Badge, Button, FoldedText, Form, Input } from '../../design/index.ts'
import { useUpdate } from './use-update.ts'

type Request = Answer<'readRequest'>

/** What is said about a request: some of it came along, some is added here. */
export function MetadataTab({ request }: { request: Request }) {
  const mayChange = useMay('contributor')
  const { changeTags, changeMetadata, score, group } = useUpdate(request)
  const { tags, scores, metadata, group_id, prompt_input_variables } = request
  const pairs = Object.entries(metadata)
  return (
    <section
      aria-label="Metadata"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable from the keyboard.
      tabIndex={0}
      className="flex h-full flex-col gap-4 overflow-auto px-4 pb-4"
    >
      <Part title="Tags">
        <ul className="flex flex-wrap gap-1">
          {tags.map((tag) => (
            <li key={tag}>
              <Badge className="h-6 pr-0.5">
                <span className="max-w-60 truncate [unicode-bidi:isolate]">{tag}</span>
                {mayChange ? (
                  <Button
                    kind="quiet"
                    size="small-icon"
                    className="size-5"
                    aria-label={`Remove tag ${tag}`}
                    onClick={() =>
                      changeTags(
                        tags.filter((one) => one !== tag),
                        `Tag ${tag} removed`,
                      )
                    }
                  >
                    <X />
                  </Button>
                ) : (
                  <span className="w-1" />
                )}
              </Badge>
            </li>
          ))}
        </ul>
        {mayChange && (
          <AddForm
            name="tag"
            fields={[{ name: 'tag', label: 'New tag' }]}
            onAdd={({ tag = '' }) =>
              tag && !tags.includes(tag) && changeTags([...tags, tag], `Tag ${tag} added`)
            }
          />
        )}
      </Part>
      <Part title="Scores">
        <Pairs pairs={scores.map(({ name, score: value }) => [name, String(value)] as const)} />
        {mayChange && (
          <AddForm
            name="score"
            fields={[
              { name: 'score', label: 'Score from 0 to 100', type: 'number' },
              { name: 'name', label: 'Name of the score', placeholder: 'default' },
            ]}
            onAdd={({ score: given = '', name = '' }) => {
              const value = Number(given)
              if (given !== '' && Number.isInteger(value) && value >= 0 && value <= 100)
                score.mutate({ name: name || 'default', score: value })
            }}
          />
        )}
      </Part>
      <Part title="Metadata">
        <Pairs
          pairs={pairs.map(([key, value]) => [key, shown(value)] as const)}
          onRemove={
            mayChange
              ? (gone) =>
                  changeMetadata(
                    Object.fromEntries(pairs.filter(([key]) => key !== gone)),
                    `Metadata ${gone} removed`,
                  )
              : undefined
          }
        />
        {mayChange && (
          <AddForm
            name="metadata"
            fields={[
              { name: 'key', label: 'New key' },
              { name: 'value', label: 'Its value' },
            ]}
            onAdd={({ key = '', value = '' }) =>
              key && changeMetadata(Object.fromEntries([...pairs, [key, value]]), `Metadata ${key} set`)
            }
          />
        )}
      </Part>
      <Part title="Group">
        <div className="flex items-center gap-2">
          <span>{group_id ?? <span className="text-ink-faint">None.</span>}</span>
          {mayChange && group_id !== null && (
            <Button size="small" onClick={() => group.mutate({ group_id: null })}>
              Take out
            </Button>
          )}
          {mayChange && group_id === null && (
            <Button size="small" onClick={() => group.mutate({ new_group: true })}>
              New group
            </Button>
          )}
        </div>
        {mayChange && group_id === null && (
          <AddForm
            name="group"
            fields={[{ name: 'group', label: 'Id of a group', type: 'number' }]}
            onAdd={({ group: given = '' }) => Number(given) > 0 && group.mutate({ group_id: Number(given) })}
          />
        )}
      </Part>
      <Part title="Variables">
        <Pairs
          pairs={Object.entries(prompt_input_variables).map(([key, value]) => [key, shown(value)] as const)}
        />
      </Part>
    </section>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
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

const AddForm = ({ name, fields, onAdd }: AddFormProps) => (
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

const Pairs = ({ pairs, onRemove }: PairsProps) =>
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
              <Button
                kind="quiet"
                size="small-icon"
                className="size-5"
                aria-label={`Remove metadata ${key}`}
                onClick={() => onRemove(key)}
              >
                <X />
              </Button>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )

const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

import { type Answer, useMay } from '../../api/index.ts'
import { Badge, Button, IconButton, keyboardScroll } from '../../design/index.ts'
import { X } from '../../icons/index.ts'
import { valueText } from '../value-text.ts'
import { AddForm, Pairs, Part } from './parts.tsx'
import { useUpdate } from './use-update.ts'

type Request = Answer<'readRequest'>

/** Tags, metadata and the group of a request, as logged and as changed here. */
export function MetadataTab({ request }: { request: Request }) {
  const mayChange = useMay('contributor')
  const { changeTags, changeMetadata, group } = useUpdate(request)
  const { tags, metadata, group_id } = request
  const pairs = Object.entries(metadata)
  return (
    <section
      aria-label="Metadata"
      {...keyboardScroll}
      className="flex h-full flex-col gap-4 overflow-auto px-4 pt-3 pb-4"
    >
      <Part title="Tags">
        <ul className="flex flex-wrap gap-1">
          {tags.map((tag) => (
            <li key={tag}>
              <Badge className="h-6 pr-0.5">
                <span className="max-w-60 truncate [unicode-bidi:isolate]">{tag}</span>
                {mayChange ? (
                  <IconButton
                    label={`Remove tag ${tag}`}
                    className="size-5"
                    onClick={() =>
                      changeTags(
                        tags.filter((other) => other !== tag),
                        `Tag ${tag} removed`,
                      )
                    }
                  >
                    <X />
                  </IconButton>
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
      <Part title="Metadata">
        <Pairs
          pairs={pairs.map(([key, value]) => [key, valueText(value)] as const)}
          onRemove={
            mayChange
              ? (removedKey) =>
                  changeMetadata(
                    Object.fromEntries(pairs.filter(([key]) => key !== removedKey)),
                    `Metadata ${removedKey} removed`,
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
              Remove from group
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
            fields={[{ name: 'group', label: 'Group ID', type: 'number' }]}
            onAdd={({ group: groupId = '' }) =>
              Number(groupId) > 0 && group.mutate({ group_id: Number(groupId) })
            }
          />
        )}
      </Part>
    </section>
  )
}

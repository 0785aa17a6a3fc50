import { Combobox } from '@base-ui/react/combobox'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import {
  classNames,
  itemStyle,
  ProviderMark,
  popupStyle,
  providerIds,
  providerName,
} from '../../../design/index.ts'
import { Check } from '../../../icons/index.ts'
import { contextText, priceText } from './model-text.ts'
import { type OfferedModel, offeredQuery, usedModelsQuery } from './offered-models.ts'
import { type ModelName, PickedModel, type PickerProps, triggerStyle } from './picked-model.tsx'

type Item = ModelName & Partial<OfferedModel>

interface Group {
  readonly value: string
  /** If null, each result shows its provider. */
  readonly provider: string | null
  readonly items: readonly Item[]
}

const isSame = (left: ModelName, right: ModelName) =>
  left.provider === right.provider && left.name === right.name

/** The models that match the text, and the text itself as a model name. */
function groupsOf(used: readonly Item[], listed: readonly Item[], words: string, chosen: string): Group[] {
  const groups: Group[] = []
  // Until the server answers, the list has the results of the previous text; Enter must not choose one that does not match.
  const parts = words.toLowerCase().split(/\s+/)
  const offered = listed.filter(({ provider, name }) =>
    parts.every((part) => `${provider} ${name}`.toLowerCase().includes(part)),
  )
  if (words === '' && used.length > 0) groups.push({ value: 'Used by prompts', provider: null, items: used })
  for (const [provider, items] of Map.groupBy(offered, (item) => item.provider))
    groups.push({ value: providerName(provider), provider, items })
  if (words !== '') {
    const searchedProviders = [chosen, ...providerIds.filter((provider) => provider !== chosen)]
    const items = searchedProviders
      .map((provider) => ({ provider, name: words }))
      .filter((item) => !offered.some((model) => isSame(model, item)))
    groups.push({ value: `Use the name “${words}”`, provider: null, items })
  }
  return groups
}

/** The search for a model. It is rendered open, because it replaces the control that was pressed. */
export function ModelSearch({ id, model, onPick, label = 'Model', placeholder }: PickerProps) {
  const [open, setOpen] = useState(true)
  const [words, setWords] = useState('')
  const query = useDeferredValue(words.trim())
  const offered = useQuery({ ...offeredQuery(query), enabled: open })
  const used = useQuery({ ...usedModelsQuery, enabled: open })
  const groups = groupsOf(
    used.data ?? [],
    offered.data?.models ?? [],
    words.trim(),
    model?.provider ?? 'openai',
  )
  return (
    <Combobox.Root
      items={groups}
      filter={null}
      modal
      open={open}
      onOpenChange={setOpen}
      value={model as Item | null}
      isItemEqualToValue={isSame}
      itemToStringLabel={({ name }) => name}
      onValueChange={(next) => next && onPick({ provider: next.provider, name: next.name })}
      inputValue={words}
      onInputValueChange={(next, { reason }) => setWords(reason === 'item-press' ? '' : next)}
      onOpenChangeComplete={(isOpen) => !isOpen && setWords('')}
      autoHighlight
    >
      <Combobox.Trigger id={id} aria-label={label} className={triggerStyle}>
        <PickedModel model={model} {...(placeholder !== undefined && { placeholder })} />
      </Combobox.Trigger>
      <Combobox.Portal>
        <Combobox.Positioner sideOffset={4} align="end" className="z-50">
          <Combobox.Popup
            aria-label="Choose a model"
            className={classNames(
              popupStyle,
              'flex max-h-[min(30rem,var(--available-height))] w-[max(27rem,var(--anchor-width))] max-w-[calc(100vw-1rem)] flex-col overflow-hidden p-0',
            )}
          >
            <Combobox.Input
              aria-label="Search models"
              placeholder="Search models, or write a name of your own"
              className="h-9 shrink-0 rounded-t-lg border-b bg-transparent px-3 outline-none placeholder:text-ink-faint"
            />
            <Combobox.List aria-label="Models" className="min-h-0 overflow-auto p-1 empty:hidden">
              {(group: Group) => (
                <Combobox.Group key={group.value} items={group.items} className="pb-1">
                  <div className="flex h-7 items-center gap-2 px-2">
                    {group.provider !== null && <ProviderMark provider={group.provider} />}
                    <Combobox.GroupLabel className="truncate text-small font-semibold text-ink-soft">
                      <bdi>{group.value}</bdi>
                    </Combobox.GroupLabel>
                  </div>
                  <Combobox.Collection>
                    {(item: Item) => (
                      <ModelItem key={`${item.provider} ${item.name}`} item={item} group={group} />
                    )}
                  </Combobox.Collection>
                </Combobox.Group>
              )}
            </Combobox.List>
            {offered.isFetching && !offered.data && (
              <p className="px-3 py-2 text-small text-ink-soft">Loading models…</p>
            )}
            {offered.error && <p className="px-3 py-2 text-small text-bad">{offered.error.message}</p>}
            <p className="flex justify-between gap-3 border-t px-3 py-1.5 text-small text-ink-faint">
              <span className="truncate">{offered.data?.has_more && 'Search to see more.'}</span>
              <span className="shrink-0">Context · price in / out per 1M tokens</span>
            </p>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  )
}

const ModelItem = ({ item, group }: { item: Item; group: Group }) => (
  <Combobox.Item value={item} className={classNames(itemStyle, group.provider !== null && 'pl-[34px]')}>
    {group.provider === null && <ProviderMark provider={item.provider} />}
    <bdi className="min-w-0 truncate" title={item.name}>
      {item.name}
    </bdi>
    {group.provider === null && (
      <span className="shrink-0 text-small text-ink-faint">{providerName(item.provider)}</span>
    )}
    <Combobox.ItemIndicator>
      <Check />
    </Combobox.ItemIndicator>
    {item.output !== undefined && (
      <span className="ml-auto flex shrink-0 gap-2 text-small text-ink-soft tabular-nums">
        <span className="w-12 text-right">{contextText(item.context_tokens ?? null)}</span>
        <span className="w-28 text-right">
          {priceText({ input: item.input ?? null, output: item.output })}
        </span>
      </span>
    )}
  </Combobox.Item>
)

import { Autocomplete } from '@base-ui/react/autocomplete'
import { type KeyboardEvent, useState } from 'react'
import { classNames, itemStyle, popupStyle } from '../../design/index.ts'
import { ListFilter } from '../../icons/index.ts'
import {
  fieldNamed,
  filterValueOf,
  operatorName,
  operatorsFor,
  type ShownField,
  shownFields,
  takesValue,
} from './fields.ts'
import type { Filter } from './filters.ts'
import { type MetadataValue, useMetadataValues, useSuggestions } from './use-suggestions.ts'

/** The parts of a filter that are chosen so far. */
interface FilterDraft {
  readonly field?: ShownField
  readonly key?: string
  readonly operator?: string
}

interface Item {
  readonly id: string
  readonly label: string
  readonly hint?: string | undefined
  readonly choose: () => void
}

const metadata = fieldNamed('metadata')!

/** ARIA attributes of the input while the list is closed. */
const closedList = { 'aria-activedescendant': undefined, 'aria-controls': undefined }

interface Props {
  /** Text that was typed before this component was loaded. */
  readonly initialText: string
  readonly onAdd: (filter: Filter) => void
}

/** A filter typed from left to right: field, operator, value; each step suggests valid parts. */
export function FilterBuilder({ initialText, onAdd }: Props) {
  const [draft, setDraft] = useState<FilterDraft>({})
  const [text, setText] = useState(initialText)
  const [open, setOpen] = useState(true)
  const { field, key, operator } = draft
  const needsKey = field?.keys !== undefined && key === undefined
  const suggestions = useSuggestions({ field, key, part: needsKey ? 'keys' : 'values', prefix: text })
  const isFirst = field === undefined && text.trim() !== ''
  const metadataKeys = useSuggestions({
    field: isFirst ? metadata : undefined,
    key: undefined,
    part: 'keys',
    prefix: text.trim(),
  })
  // If the text names no property, it is searched as a metadata value, because a customer's id is often
  // pasted before its key is chosen.
  const isProperty = metadataKeys.length > 0 || shownFields.some(({ name }) => isIn(name, text))
  const metadataValues = useMetadataValues(isFirst && !isProperty ? text.trim() : '')

  const continueWith = (next: FilterDraft) => {
    setDraft(next)
    setText('')
    setOpen(true)
  }
  const add = (filter: Filter) => {
    onAdd(filter)
    setDraft({})
    setText('')
    setOpen(false)
  }
  const finish = (operator: string, value: string) => {
    const filterValue = filterValueOf(field!, operator, value)
    if (filterValue !== undefined) add({ field: field!.field, operator, value: filterValue, nested_key: key })
  }
  const chooseOperator = (chosen: string) =>
    takesValue(chosen)
      ? continueWith({ ...draft, operator: chosen })
      : add({ field: field!.field, operator: chosen, nested_key: key })

  const items = itemsFor({
    field,
    needsKey,
    operator,
    text,
    suggestions,
    metadataKeys,
    metadataValues,
    continueWith,
    add,
    chooseOperator,
    finish,
    draft,
  })
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape' || event.key === 'Tab') return setOpen(false)
    if (event.key === 'ArrowDown') setOpen(true)
    if (event.key !== 'Backspace' || text !== '' || !field) return
    event.preventDefault()
    continueWith(
      operator ? (key === undefined ? { field } : { field, key }) : key === undefined ? {} : { field },
    )
  }
  const chosenParts = [field?.name, key, operator && operatorName(operator)].filter(
    (part) => part !== undefined,
  )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: onBlur closes the list when the focus leaves the builder.
    <div
      className="relative"
      onBlur={({ currentTarget, relatedTarget }) => !currentTarget.contains(relatedTarget) && setOpen(false)}
    >
      <Autocomplete.Root
        // The list is inline, because a popup of the library hides everything else from screen readers while
        // it is open.
        inline
        open
        items={items}
        filter={null}
        value={text}
        onValueChange={(value, { reason }) => {
          if (reason === 'item-press') return
          setText(value)
          setOpen(true)
        }}
        autoHighlight="always"
        keepHighlight
        itemToStringValue={(item: Item) => item.label}
      >
        <div className="flex h-7 min-w-52 items-center gap-1 rounded-md border border-line-strong bg-surface px-2 focus-within:outline-2 focus-within:outline-accent">
          <ListFilter className="size-3.5 shrink-0 text-ink-faint" aria-hidden />
          {chosenParts.map((part) => (
            <span
              key={part}
              className="max-w-40 shrink-0 truncate rounded-sm bg-accent-soft px-1 text-small text-accent-ink"
            >
              {part}
            </span>
          ))}
          <Autocomplete.Input
            aria-label={chosenParts.length > 0 ? `Filter: ${chosenParts.join(' ')}` : 'Filter'}
            autoFocus
            onFocus={({ currentTarget }) => {
              const end = currentTarget.value.length
              currentTarget.setSelectionRange(end, end)
            }}
            aria-expanded={open}
            {...(!open && closedList)}
            placeholder={placeholderFor(field, needsKey, operator)}
            onKeyDown={handleKey}
            onClick={() => setOpen(true)}
            className="h-full min-w-24 flex-1 bg-transparent outline-none placeholder:text-ink-faint"
          />
        </div>
        {open && (
          <div className={classNames(popupStyle, 'absolute top-full left-0 z-50 mt-1 max-h-96')}>
            <Autocomplete.List>
              {(item: Item) => (
                <Autocomplete.Item key={item.id} value={item} onClick={item.choose} className={itemStyle}>
                  <span className="max-w-80 truncate [unicode-bidi:isolate]">{item.label}</span>
                  {item.hint && (
                    <span className="ml-auto pl-4 text-small whitespace-nowrap text-ink-faint">
                      {item.hint}
                    </span>
                  )}
                </Autocomplete.Item>
              )}
            </Autocomplete.List>
            <Autocomplete.Empty className="px-2 py-1 text-small whitespace-nowrap text-ink-faint empty:hidden">
              {field
                ? `Type ${needsKey ? 'a key' : 'a value'}${field.example ? `, for example ${field.example}` : ''}`
                : 'No such property or metadata. To search for words, use the field on the left.'}
            </Autocomplete.Empty>
          </div>
        )}
      </Autocomplete.Root>
    </div>
  )
}

function placeholderFor(
  field: ShownField | undefined,
  needsKey: boolean,
  operator: string | undefined,
): string {
  if (!field) return 'Filter by…'
  if (needsKey) return 'key'
  return operator ? (field.example ?? 'value') : 'operator'
}

const isIn = (name: string, text: string) => name.toLowerCase().includes(text.trim().toLowerCase())

interface BuilderState {
  readonly field: ShownField | undefined
  readonly needsKey: boolean
  readonly operator: string | undefined
  readonly text: string
  readonly suggestions: readonly string[]
  /** Metadata keys that match the text of the first step. */
  readonly metadataKeys: readonly string[]
  /** Metadata values that match the text, if no property or key does. */
  readonly metadataValues: readonly MetadataValue[]
  readonly draft: FilterDraft
  readonly continueWith: (next: FilterDraft) => void
  readonly add: (filter: Filter) => void
  readonly chooseOperator: (operator: string) => void
  readonly finish: (operator: string, value: string) => void
}

function itemsFor({
  field,
  needsKey,
  operator,
  text,
  suggestions,
  metadataKeys,
  metadataValues,
  draft,
  continueWith,
  add,
  chooseOperator,
  finish,
}: BuilderState): Item[] {
  const matches = (name: string) => isIn(name, text)
  if (!field)
    return [
      ...shownFields
        .filter(({ name }) => matches(name))
        .map((shownField) => ({
          id: shownField.field,
          label: shownField.name,
          choose: () => continueWith({ field: shownField }),
        })),
      ...metadataKeys.map((key) => ({
        id: `key ${key}`,
        label: key,
        hint: metadata.name,
        choose: () => continueWith({ field: metadata, key }),
      })),
      ...metadataValues.map(({ key, value }) => ({
        id: `key ${key} value ${value}`,
        label: `${key} is ${value}`,
        hint: metadata.name,
        choose: () => add({ field: metadata.field, operator: 'key_equals', value, nested_key: key }),
      })),
    ]
  /** Items for the typed text, if `allowsText`, and for the suggestions that contain it. */
  const valueItems = (
    allowsText: boolean,
    labelOf: (value: string) => string,
    choose: (value: string) => void,
  ) => {
    const typedText = text.trim()
    const matching = suggestions.filter(matches)
    const offersText = allowsText && typedText !== '' && !matching.includes(typedText)
    return [
      ...(offersText
        ? [
            {
              id: `own ${typedText}`,
              label: labelOf(typedText),
              hint: 'as typed',
              choose: () => choose(typedText),
            },
          ]
        : []),
      ...matching.map((value) => ({
        id: `value ${value}`,
        label: labelOf(value),
        choose: () => choose(value),
      })),
    ]
  }
  const itemsOf = (valueOperator: string, labelOf: (value: string) => string) =>
    valueItems(
      !field.choices && filterValueOf(field, valueOperator, text.trim()) !== undefined,
      labelOf,
      (value) => finish(valueOperator, value),
    )
  const unchanged = (value: string) => value
  if (needsKey) return valueItems(true, unchanged, (key) => continueWith({ ...draft, key }))
  if (operator) return itemsOf(operator, unchanged)
  const operators = operatorsFor(field)
  const matchingOperators = operators.filter((candidate) => matches(operatorName(candidate)))
  // A text that matches no operator is a value for the first operator that takes one.
  const defaultOperator = matchingOperators.length === 0 && operators.find(takesValue)
  if (defaultOperator) return itemsOf(defaultOperator, (value) => `${operatorName(defaultOperator)} ${value}`)
  return matchingOperators.map((match) => ({
    id: match,
    label: operatorName(match),
    choose: () => chooseOperator(match),
  }))
}

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { inNaturalOrder } from '../../engine/natural-order.ts'
import { call } from '../api/index.ts'
import { Time } from '../design/index.ts'
import { ruleDraftOf, SplitBar, splitText } from '../prompts/forms.ts'
import { Rows, Section } from './section.tsx'

/** The dynamic labels of all prompts. A label is edited at its prompt. */
export function DynamicLabels() {
  const { data, error, refetch } = useQuery({
    queryKey: ['dynamic-labels'],
    queryFn: async ({ signal }) => (await call('listDynamicLabels', { query: {}, signal })).dynamic_labels,
  })
  return (
    <Section
      title="Dynamic labels"
      about="Labels that split the reads of a prompt between its versions, by share and by metadata. Create them on the page of a prompt."
      query={{ data, error, refetch }}
    >
      <Rows
        label="Dynamic labels"
        heads={['Label', 'Prompt', 'Split of all other reads', 'Segments', 'Changed', '']}
        rows={inNaturalOrder(data ?? [], ({ prompt_name, name }) => `${prompt_name} ${name}`)}
        keyOf={({ id }) => id}
        empty="No dynamic labels yet. Open a prompt and press Dynamic label."
        cells={(label) => {
          const { splits } = ruleDraftOf(label.rules.at(-1)!)
          return [
            <Link
              key="name"
              to="/prompts/$promptId"
              params={{ promptId: String(label.prompt_id) }}
              search={{ dynamic: label.id }}
              className="font-medium hover:underline"
            >
              <bdi>{label.name}</bdi>
            </Link>,
            <bdi key="prompt" className="text-ink-soft">
              {label.prompt_name}
            </bdi>,
            <span key="split" className="flex flex-col gap-1">
              <SplitBar splits={splits} label={label.name} />
              <span className="text-small text-ink-soft tabular-nums">{splitText(splits)}</span>
            </span>,
            <span key="segments" className="tabular-nums">
              {label.rules.length - 1}
            </span>,
            <Time key="at" at={label.updated_at} />,
            null,
          ]
        }}
      />
    </Section>
  )
}

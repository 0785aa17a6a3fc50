import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { inNaturalOrder } from '../../../engine/natural-order.ts'
import { queryClient, queryOf } from '../../api/index.ts'
import { Button, Menu, MenuGroup, MenuItem, MenuSeparator, Time, toastProblem } from '../../design/index.ts'
import { ListPlus } from '../../icons/index.ts'
import { groupOf } from '../../requests/index.ts'

interface Props {
  /** Null if the prompt has no version yet. */
  readonly promptId: number | null
  /** Called with the values of a set or a request, and with its name. */
  readonly onValues: (variables: Readonly<Record<string, unknown>>, from: string) => void
  readonly onSave: (() => void) | null
}

const maxRequests = 8

/** Loads values from an input variable set or from a logged request. */
export function ValuesMenu({ promptId, onValues, onSave }: Props) {
  const navigate = useNavigate()
  const sets = useQuery(queryOf(['input-variable-sets'], 'listInputVariableSets'))
  const filters =
    promptId === null ? [] : [{ field: 'prompt_id' as const, operator: 'eq' as const, value: promptId }]
  const requests = useQuery({
    ...queryOf(['requests', 'of prompt', promptId, maxRequests], 'searchRequests', {
      body: { filter_group: groupOf(filters), per_page: maxRequests },
    }),
    enabled: promptId !== null,
  })
  const load = async (from: string, read: () => Promise<Readonly<Record<string, unknown>>>) => {
    try {
      onValues(await read(), from)
    } catch (error) {
      toastProblem(error)
    }
  }
  const sortedSets = inNaturalOrder(sets.data?.input_variable_sets ?? [], ({ name }) => name)
  const recent = requests.data?.items ?? []
  return (
    <Menu
      trigger={
        <Button size="small">
          <ListPlus />
          Values from…
        </Button>
      }
    >
      {onSave && <MenuItem onSelect={onSave}>Save these values as a set</MenuItem>}
      <MenuItem onSelect={() => void navigate({ to: '/settings/variable-sets' })}>Manage sets</MenuItem>
      <MenuSeparator />
      {promptId !== null && (
        <MenuGroup label="Recent requests of this prompt">
          {recent.map(({ id, request_start_time, prompt_version_number: version }) => (
            <MenuItem key={id} onSelect={() => void load(`request ${id}`, () => variablesOfRequest(id))}>
              <span className="tabular-nums">Request {id}</span>
              <span className="ml-auto pl-4 text-ink-faint">
                {version !== null && `v${version} · `}
                <Time at={request_start_time} />
              </span>
            </MenuItem>
          ))}
          {recent.length === 0 && <EmptyText>None yet</EmptyText>}
        </MenuGroup>
      )}
      <MenuGroup label="Input variable sets">
        {sortedSets.map(({ id, name }) => (
          <MenuItem key={id} onSelect={() => void load(name, () => variablesOfSet(id))}>
            <bdi className="max-w-64 truncate">{name}</bdi>
          </MenuItem>
        ))}
        {sortedSets.length === 0 && <EmptyText>None yet</EmptyText>}
      </MenuGroup>
    </Menu>
  )
}

const EmptyText = ({ children }: { children: string }) => (
  <p className="px-2 py-1 text-small text-ink-faint">{children}</p>
)

async function variablesOfSet(id: number) {
  const { input_variable_set } = await queryClient.fetchQuery(
    queryOf(['input-variable-sets', id], 'readInputVariableSet', { params: { input_variable_set_id: id } }),
  )
  return input_variable_set.variables
}

async function variablesOfRequest(id: number) {
  const { prompt_input_variables } = await queryClient.fetchQuery(
    queryOf(['request', id, 'with media'], 'readRequest', { params: { request_id: id } }),
  )
  return prompt_input_variables
}

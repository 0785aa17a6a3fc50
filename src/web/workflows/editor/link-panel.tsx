import { type Config, configProblem } from '../../columns/forms.ts'
import { Conditions } from '../../columns/index.ts'
import { Button, HeadedPanel, Problem, SwitchRow } from '../../design/index.ts'
import { withCondition } from '../definition/change.ts'
import { linksOf } from '../definition/links.ts'
import { asConfigProblem, problemOfLink } from '../definition/refused.ts'
import type { PanelProps } from './panel-props.ts'

type Props = PanelProps & { readonly source: string; readonly target: string }

/** The edge between two nodes, and its condition. */
export function LinkPanel({ source, target, definition, refused, isEditable, ...on }: Props) {
  const { onChange, onRemove, onClose } = on
  const link = linksOf(definition).find(
    (candidate) => candidate.source === source && candidate.target === target,
  )
  if (!link) return null
  const { condition } = link
  const names = [...Object.keys(definition.inputs), ...definition.nodes.map(({ name }) => name)]
  const problem = problemOfLink(refused, condition)
  const put = (next: Config) =>
    onChange(
      withCondition(definition, source, target, {
        isAnd: next['is_and'] !== false,
        conditionals: (next['conditionals'] ?? []) as readonly Config[],
      }),
    )
  const first = { operator: '=', left_config: { source }, right_config: { static_value: '' } }
  return (
    <HeadedPanel
      label={`From ${source} to ${target}`}
      title={
        <>
          <bdi>{source}</bdi> → <bdi>{target}</bdi>
        </>
      }
      onClose={onClose}
    >
      <fieldset disabled={!isEditable} className="flex min-h-0 flex-1 flex-col gap-3 overflow-auto p-4">
        <legend className="sr-only">
          From {source} to {target}
        </legend>
        {problem && <Problem error={problem} className="m-0" />}
        <p className="text-ink-soft">
          <bdi>{target}</bdi> {link.isRead ? 'reads' : 'waits for'} <bdi>{source}</bdi>
          {condition && ', and is skipped unless the condition holds'}.
        </p>
        <SwitchRow
          label="On a condition"
          checked={condition !== undefined}
          onChange={(isOn) =>
            onChange(
              withCondition(definition, source, target, isOn ? { isAnd: true, conditionals: [first] } : null),
            )
          }
        />
        {condition && (
          <Conditions
            config={{ is_and: condition.isAnd, conditionals: condition.conditionals }}
            columns={names.map((title) => ({ id: title, title }))}
            problemAt={(path) => configProblem(problem && asConfigProblem(problem), path)}
            onChange={put}
          />
        )}
        {isEditable && !link.isRead && (
          <Button
            kind="danger"
            className="self-start"
            onClick={() => onRemove({ kind: 'link', source, target })}
          >
            Disconnect
          </Button>
        )}
        {link.isRead && (
          <p className="text-small text-ink-faint">
            This edge is removed when <bdi>{target}</bdi> no longer reads <bdi>{source}</bdi>.
          </p>
        )}
      </fieldset>
    </HeadedPanel>
  )
}

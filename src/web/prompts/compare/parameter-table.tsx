import type { Change } from '../../../engine/template/diff/index.ts'

interface Props {
  readonly changes: readonly Change[]
  readonly heads: readonly [before: string, after: string]
}

/** The name of a changed setting. A parameter of the model has its name alone. */
const nameOf = (path: readonly (string | number)[]) =>
  path
    .slice(1)
    .join('.')
    .replace(/^model\.parameters\./, '') || 'model'

const valueText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

/** Changes of the model and its parameters, with old and new values. */
export const ParameterTable = ({ changes, heads }: Props) => (
  <div className="overflow-x-auto rounded-lg border bg-surface">
    <table aria-label="Model and parameters" className="w-full table-fixed text-left text-small">
      <thead className="text-ink-faint">
        <tr className="h-8">
          <th scope="col" className="w-1/3 px-3 font-medium">
            Parameter
          </th>
          {heads.map((head) => (
            <th key={head} scope="col" className="px-3 font-medium">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="font-mono">
        {changes.map(({ path, before, after }) => (
          <tr key={path.join('.')} className="border-t align-top">
            <th scope="row" className="px-3 py-1.5 font-normal break-words text-ink-soft">
              {nameOf(path)}
            </th>
            <td className="px-3 py-1.5">
              {before === null ? (
                <Unset />
              ) : (
                <del className="break-all text-bad no-underline">{valueText(before)}</del>
              )}
            </td>
            <td className="px-3 py-1.5">
              {after === null ? (
                <Unset />
              ) : (
                <ins className="break-all text-good no-underline">{valueText(after)}</ins>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

const Unset = () => <span className="font-sans text-ink-faint">not set</span>
